#include "backend/cuda/device_statements.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "backend/cpu/c_spelling.h"
#include "loops/build.h"
#include "loops/idioms/scan.h"
#include "loops/pass_utilities.h"
#include "support/diagnostic.h"

namespace stardust::cuda {

using namespace loops;

std::string DeviceStatements::typeOf(const std::string& array) { return cpu::cType(words_.typeOf(array)); }

const std::string& DeviceStatements::leaving() {
  mayFail_ = true;
  return label_;
}

void DeviceStatements::declareArrays(const Body& body) {
  std::set<std::string> shared;
  forEachStmt(body, [&](const Stmt& s) {
    const auto* array = as<Allocate>(s);
    if (array && array->shared) shared.insert(array->array);
    return true;
  });
  for (const cpu::Array& array : cpu::localArrays(body)) {
    if (shared.count(array.name)) continue;
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
      [&](const IdiomCall&) {
        const auto scan = idiomIn<Scan>(s);
        require(scan.has_value(), "kernels have one idiom");
        lines_.add("stardust_scan_serially({}, {});", words_.array(scan->sums), words_.expr(scan->size));
      });
}

Group groupOf(Order order) {
  if (order == Order::Warps) return {32, "warp"};
  return order == Order::Blocks ? Group{256, "block"} : Group{};
}

void DeviceStatements::meet() { lines_.add("STARDUST_MEET_{}();", group_.threads == 32 ? "WARP" : "BLOCK"); }

// One thread of a group stores; the others have read before, and read afterwards.
void DeviceStatements::print(const Store& s) {
  if (group_.threads == 1) return update(s);
  meet();
  lines_.add("if (lane == 0) {{");
  lines_.open();
  update(s);
  lines_.close();
  lines_.add("}}");
  meet();
}

namespace {

struct Reduction {
  BinaryOp op;
  Type type;
};
/// The variables outside of a loop into which it reduces.
std::map<std::string, Reduction> reductionsIn(const For& loop) {
  const NamesIn names = namesIn(loop.body);
  std::map<std::string, Reduction> found;
  forEachStmt(loop.body, [&](const Stmt& s) {
    const auto* sum = as<Assign>(s);
    if (!sum || names.declared.count(sum->name)) return true;
    const auto* update = std::get_if<Binary>(&sum->value->kind);
    require(update != nullptr, "lanes reduce into outer variables");
    found.insert({sum->name, {update->op, sum->value->type}});
    return true;
  });
  return found;
}

Expr identityOf(const Reduction& r) {
  if (r.op == BinaryOp::Or) return boolean(false);
  if (r.op == BinaryOp::Add || r.op == BinaryOp::Mul)
    return isFloat(r.type) || isComplex(r.type) ? literal(r.type, r.op == BinaryOp::Mul ? 1.0 : 0.0)
                                                : literal(r.type, std::int64_t{r.op == BinaryOp::Mul});
  const bool least = r.op == BinaryOp::Max;
  if (isFloat(r.type))
    return literal(r.type, least ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity());
  if (r.type == Type::I32)
    return literal(r.type, std::int64_t{least ? std::numeric_limits<std::int32_t>::min()
                                              : std::numeric_limits<std::int32_t>::max()});
  if (r.type == Type::U32) return literal(r.type, least ? 0 : std::int64_t{0xffffffff});
  if (r.type == Type::U64) return literal(r.type, std::int64_t{least ? 0 : -1});
  return literal(r.type, least ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max());
}

const char* operatorOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return "stardust_sum";
    case BinaryOp::Mul: return "stardust_product";
    case BinaryOp::Min: return "stardust_least";
    case BinaryOp::Max: return "stardust_greatest";
    case BinaryOp::Or: return "stardust_any";
    default: failInternal("lanes reduce by another operator");
  }
}

bool isAtom(const Expr& e) {
  return std::holds_alternative<Variable>(e->kind) || std::holds_alternative<Literal>(e->kind);
}

}  // namespace

std::string DeviceStatements::inParentheses(const Expr& e) {
  return isAtom(e) ? words_.expr(e) : fmt::format("({})", words_.expr(e));
}

// Each lane reduces its iterations into a variable of its own; then all are reduced.
void DeviceStatements::lanes(const For& s) {
  const auto reductions = reductionsIn(s);
  std::map<std::string, Expr> own;
  std::map<std::string, std::string> renamed;
  for (const auto& [name, r] : reductions) {
    renamed[name] = name + " lane";  // a blank: no other name is the same
    own[name] = variable(renamed[name], r.type);
  }
  const Body body = substituted(s.body, own, renamed);
  const Group group = std::exchange(group_, {});
  const bool stores = reductions.empty();
  const auto meets = [&] { lines_.add("STARDUST_MEET_{}();", group.threads == 32 ? "WARP" : "BLOCK"); };
  if (stores) meets();
  lines_.add("{{");
  lines_.open();
  for (const auto& [name, r] : reductions)
    lines_.add("{} {} = {};", cpu::cType(r.type), words_.variable(renamed[name]), words_.value(identityOf(r)));
  const std::string type = cpu::cType(s.begin->type), var = words_.variable(s.var),
                    end = words_.variable(s.var + "_end", "end");
  block(fmt::format("for ({0} {1} = ({0})({2} + lane), {4} = {3}; {1} < {4}; {1} += {5})", type, var,
                    words_.expr(s.begin), words_.value(s.end), end, group.threads),
        body);
  for (const auto& [name, r] : reductions)
    lines_.add("{0} = {1}()({0}, stardust_reduce_{2}<{1}>({3}));", words_.variable(name), operatorOf(r.op), group.name,
               words_.variable(renamed[name]));
  lines_.close();
  lines_.add("}}");
  if (stores) meets();
  group_ = group;
}

void DeviceStatements::update(const Store& s) {
  if (s.atomic)
    return lines_.add("stardust_update<{}>({}, {}, ({}){});", operatorOf(*s.op), words_.array(s.array),
                      words_.expr(s.index), cpu::cType(s.value->type), inParentheses(s.value));
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
  if (s.order == Order::Lanes) return lanes(s);
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
  if (s.shared)
    return lines_.add("STARDUST_SHARED({}, {}, {}, {});", cpu::cType(s.type), words_.array(s.array),
                      words_.expr(s.size), group_.threads);
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
