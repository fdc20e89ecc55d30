#include "backend/cpu/c_arrays.h"

#include <algorithm>

#include "backend/cpu/c_spelling.h"
#include "loops/build.h"
#include "loops/keywords.h"

namespace stardust::cpu {

using namespace loops;

void ArrayStatements::declare(const std::vector<Array>& arrays) {
  for (const Array& array : arrays) {
    const std::string name = words_.array(array);
    lines_.add("{}* restrict {} = NULL;", cType(array.type), name);
    lines_.add("int64_t {0}_capacity = 0{1};", name, array.hasLength ? fmt::format(", {}_length = 0", name) : "");
    if (array.hasLength) lengths_.insert(array.name);
  }
}

void ArrayStatements::release(const std::vector<Array>& arrays) {
  for (const Array& array : arrays) lines_.add("free({});", words_.array(array));
}

const std::string& ArrayStatements::leaving(const std::string& helper) {
  words_.need(helper);
  exit_.isUsed = true;
  return exit_.label;
}

void ArrayStatements::print(const Allocate& s) {
  words_.declare(s.array, s.type);
  sized("ALLOCATE", s.array, s.size, s.fill);
  if (lengths_.count(s.array)) lines_.add("{}_length = {};", words_.array(s.array), words_.expr(s.size));
}

void ArrayStatements::sized(const std::string& macro, const std::string& array, const Expr& size, const Expr& fill) {
  const std::string& label = leaving(fill ? macro + "_FILLED" : macro);
  if (fill)
    lines_.add("{}_FILLED({}, {}, {}, {});", macro, words_.array(array), words_.expr(size), words_.value(fill), label);
  else lines_.add("{}({}, {}, {});", macro, words_.array(array), words_.expr(size), label);
}

void ArrayStatements::print(const Grow& s) {
  const std::string name = words_.array(s.array), size = words_.expr(s.size);
  lines_.add("GROW({}, {}, {});", name, size, leaving("GROW"));
  if (!hasLength(s.array)) return;
  words_.need("LENGTHEN");
  lines_.add("LENGTHEN({}, {});", name, size);
}

bool ArrayStatements::hasLength(const std::string& array) const {
  return lengths_.count(array) || std::any_of(parameters_.begin(), parameters_.end(),
                                              [&](const Parameter& p) { return p.out && p.name == array; });
}

void ArrayStatements::print(const Sort& s) {
  lines_.add("{}({}, {}, {});", words_.typed("sort", words_.typeOf(s.array)), words_.array(s.array),
             words_.expr(s.begin), words_.expr(s.end));
}

void ArrayStatements::print(const Move& s) {
  lines_.add("memmove({0} + {1}, {0} + {2}, (size_t)({3}) * sizeof *{0});", words_.array(s.array), summand(s.to),
             summand(s.begin), words_.expr(binary(BinaryOp::Sub, s.end, s.begin)));
}

std::string ArrayStatements::summand(const Expr& e) {
  return std::holds_alternative<Binary>(e->kind) ? fmt::format("({})", words_.expr(e)) : words_.expr(e);
}

void ArrayStatements::print(const Insert& s) {
  words_.typed("rehash", s.fill->type);
  lines_.add("INSERT({}, {}, {}, {}, {}, {}, {}, {});", wordOf(typeWords, s.fill->type), words_.expr(s.key),
             words_.array(s.keys), words_.array(s.values), words_.variable(s.slot), words_.value(s.fill),
             words_.variable(s.count), leaving("INSERT"));
}

void ArrayStatements::print(const Clear& s) {
  lines_.add("for (int64_t k_ = 0; k_ < {}; k_++) {{", words_.expr(s.count));
  lines_.add("  {0}({1}, {1}_length, {2}, {3}, {4}[k_]);", words_.typed("clear", s.fill->type), words_.array(s.keys),
             words_.array(s.values), words_.value(s.fill), words_.array(s.list));
  lines_.add("}}");
}

void ArrayStatements::print(const Fail& s) { lines_.add("FAIL({}, {});", statusWord(s.status), leaving("FAIL")); }

}  // namespace stardust::cpu
