#include "backend/cuda/device_statements.h"

#include <algorithm>

#include "backend/cpu/c_spelling.h"
#include "loops/build.h"
#include "support/diagnostic.h"

namespace stardust::cuda {

using namespace loops;

std::string DeviceStatements::typeOf(const std::string& array) { return cpu::cType(words_.typeOf(array)); }

const std::string& DeviceStatements::leaving() {
  mayFail_ = true;
  return label_;
}

void DeviceStatements::declareArrays(const Body& body) {
  for (const cpu::Array& array : cpu::localArrays(body)) {
    const std::string name = words_.array(array);
    lines_.add("STARDUST_GLOBAL({}) {} = 0;", cpu::cType(array.type), name);
    lines_.add("int64_t {0}_capacity = 0{1};", name, array.hasLength ? fmt::format(", {}_length = 0", name) : "");
    if (array.hasLength) withLength_.insert(array.name);
  }
}

void DeviceStatements::print(const Body& body) {
  lines_.open();
  for (const Stmt& s : body) print(s);
  lines_.close();
}

void DeviceStatements::block(const std::string& head, const Body& body) {
  lines_.add("{} {{", head);
  print(body);
  lines_.add("}}");
}

void DeviceStatements::define(const std::string& name, const Expr& value, const char* constant) {
  if (outside_.count(name)) return lines_.add("{} = {};", words_.variable(name), words_.value(value));
  lines_.add("{}{} {} = {};", constant, cpu::cType(value->type), words_.variable(name), words_.value(value));
}

void DeviceStatements::print(const Stmt& s) {
  match(
      s->kind, [&](const Let& x) { define(x.name, x.value, "const "); },
      [&](const Declare& x) { define(x.name, x.value, ""); },
      [&](const Assign& x) { lines_.add("{} = {};", words_.variable(x.name), words_.value(x.value)); },
      [&](const Store& x) { print(x); }, [&](const For& x) { print(x); },
      [&](const While& x) { block(fmt::format("while ({})", words_.expr(x.condition)), x.body); },
      [&](const If& x) { branch(x, "if"); }, [&](const Allocate& x) { print(x); },
      [&](const Resize& x) { sized("RESIZE", x.array, x.size, x.fill); }, [&](const Grow& x) { print(x); },
      [&](const Sort& x) {
        lines_.add("stardust_sort<{}>({}, {}, {});", typeOf(x.array), words_.array(x.array), words_.expr(x.begin),
                   words_.expr(x.end));
      },
      [&](const Move& x) {
        lines_.add("stardust_move({}, {}, {}, {});", words_.array(x.array), words_.expr(x.begin), words_.expr(x.end),
                   words_.expr(x.to));
      },
      [&](const Insert& x) { print(x); }, [&](const Clear& x) { print(x); },
      [&](const Fail& x) { lines_.add("FAIL({}, {});", cpu::statusWord(x.status), leaving()); },
      [&](const Note& x) {
        lines_.add("{}", cpu::comment(x.text, std::max(lines_.columns(), cpu::leastComment + 6) - 6));
      },
      [](const IdiomCall&) { failInternal("an idiom in a kernel"); });
}

void DeviceStatements::print(const Store& s) {
  const std::string array = words_.array(s.array), index = words_.expr(s.index);
  const std::string element = fmt::format("{}[{}]", array, index);
  if (!s.op) return lines_.add("{} = {};", element, words_.value(s.value));
  if (*s.op == BinaryOp::Add) return lines_.add("{} += {};", element, words_.value(s.value));
  const Type type = s.value->type;
  if (*s.op == BinaryOp::Mul && !isComplex(type)) return lines_.add("{} *= {};", element, words_.value(s.value));
  const char* name = *s.op == BinaryOp::Mul ? "times" : *s.op == BinaryOp::Min ? "min" : "max";
  lines_.add("{0} = {1}({0}, {2});", element, words_.typed(name, type), words_.expr(s.value));
}

void DeviceStatements::print(const For& s) {
  const std::string type = cpu::cType(s.begin->type), var = words_.variable(s.var),
                    end = words_.variable(s.var + "_end", "end");
  if (s.unroll > 1) lines_.add("#pragma unroll {}", s.unroll);
  block(fmt::format("for ({0} {1} = {2}, {4} = {3}; {1} < {4}; {1}++)", type, var, words_.value(s.begin),
                    words_.value(s.end), end),
        s.body);
}

void DeviceStatements::branch(const If& s, const char* word) {
  lines_.add("{} ({}) {{", word, words_.expr(s.condition));
  print(s.then);
  const auto* next = s.otherwise.size() == 1 ? std::get_if<If>(&s.otherwise[0]->kind) : nullptr;
  if (next) return branch(*next, "} else if");
  if (!s.otherwise.empty()) {
    lines_.add("}} else {{");
    print(s.otherwise);
  }
  lines_.add("}}");
}

void DeviceStatements::sized(const std::string& macro, const std::string& array, const Expr& size, const Expr& fill) {
  if (fill)
    lines_.add("{}_FILLED({}, {}, {}, {}, {});", macro, typeOf(array), words_.array(array), words_.expr(size),
               words_.value(fill), leaving());
  else lines_.add("{}({}, {}, {}, {});", macro, typeOf(array), words_.array(array), words_.expr(size), leaving());
}

void DeviceStatements::print(const Allocate& s) {
  words_.declare(s.array, s.type);
  sized("ALLOCATE", s.array, s.size, s.fill);
  if (withLength_.count(s.array)) lines_.add("{}_length = {};", words_.array(s.array), words_.expr(s.size));
}

void DeviceStatements::print(const Grow& s) {
  sized("GROW", s.array, s.size, {});
  if (withLength_.count(s.array)) lines_.add("LENGTHEN({}, {});", words_.array(s.array), words_.expr(s.size));
}

void DeviceStatements::print(const Insert& s) {
  lines_.add("INSERT({}, {}, {}, {}, {}, {}, {}, {});", cpu::cType(s.fill->type), words_.expr(s.key),
             words_.array(s.keys), words_.array(s.values), words_.variable(s.slot), words_.value(s.fill),
             words_.variable(s.count), leaving());
}

void DeviceStatements::print(const Clear& s) {
  lines_.add("for (int64_t k_ = 0; k_ < {}; k_++) {{", words_.expr(s.count));
  lines_.add("  stardust_clear<{}>({}, {}, {}_length, {}, (int64_t){}[k_]);", cpu::cType(s.fill->type),
             words_.array(s.keys), words_.array(s.values), words_.array(s.keys), words_.value(s.fill),
             words_.array(s.list));
  lines_.add("}}");
}

}  // namespace stardust::cuda
