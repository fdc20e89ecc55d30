// The words of Spatial: control, memories and functions of numbers.
#include "staging/library.h"

#include <fmt/format.h>

#include <cmath>

namespace stardust::staging {
namespace {

const std::set<std::string> prefixes = {"Sequential", "Pipe",       "Pipelined", "Stream", "Parallel", "Named",
                                        "scala",      "math",       "Math",      "Array",  "List",     "Seq",
                                        "Vector",     "IndexedSeq", "Matrix",    "Tensor3"};

}  // namespace

const Library::Table& Library::functions() {
  static const Table table = [] {
    Table t;
    addControl(t);
    addMemories(t);
    addMath(t);
    addHost(t);
    addCollections(t);
    return t;
  }();
  return table;
}

std::optional<Value> Evaluator::global(const std::string& name, Call& call) {
  const auto& table = Library::functions();
  const auto found = table.find(name);
  if (found != table.end()) return found->second(*this, call);
  if (prefixes.count(name) > 0) {
    if (!call.has()) return Value(Builtin{name});
    return method(Builtin{name}, "apply", call);
  }
  if (name.compare(0, 6, "scala.") == 0) return global(name.substr(6), call);
  if (const auto* type = classOf(name)) {
    static const std::vector<Argument> none;
    return construct(*type, call.has() ? call.next() : none, call.scope);
  }
  if (name == "true" || name == "false") return Value(makeBit(name == "true"));
  if (name == "*")
    return Value(std::make_shared<const Series>(Series{{}, {}, {}, makeNumber(int32, std::int64_t{1}), true, false}));
  return std::nullopt;
}

void Library::addControl(Table& t) {
  t["Accel"] = [](Evaluator& e, Call& c) { return e.accel(c); };
  const auto add = [&](const std::string& name, Handler handler) {
    const Handler guarded = [name, handler = std::move(handler)](Evaluator& e, Call& c) {
      if (!e.isStaging()) failUser(fmt::format("{} stands in Accel", name), c.where);
      return handler(e, c);
    };
    t[name] = guarded;
    for (const char* prefix : {"Sequential", "Pipe", "Pipelined", "Stream", "Parallel", "Named"}) {
      t[fmt::format("{}.{}", prefix, name)] = guarded;
    }
  };
  add("Foreach", [](Evaluator& e, Call& c) { return e.foreach (c); });
  add("Reduce", [](Evaluator& e, Call& c) { return e.reduce(c, false); });
  add("Fold", [](Evaluator& e, Call& c) { return e.reduce(c, true); });
  add("MemReduce", [](Evaluator& e, Call& c) { return e.memReduce(c, false); });
  add("MemFold", [](Evaluator& e, Call& c) { return e.memReduce(c, true); });
  for (const char* prefix : {"Sequential", "Pipe", "Pipelined", "Stream", "Parallel"}) {
    t[fmt::format("{}.apply", prefix)] = [](Evaluator& e, Call& c) {
      if (!e.isStaging()) failUser("this stands in Accel", c.where);
      return e.unit(c);
    };
    t[fmt::format("{}.II", prefix)] = [prefix](Evaluator&, Call& c) -> Value {
      if (c.has()) c.next();
      return Builtin{prefix};
    };
    for (const char* policy : {"POM", "MOP", "NoBind", "haltIfStarved"}) {
      t[fmt::format("{}.{}", prefix, policy)] = [prefix](Evaluator&, Call&) -> Value { return Builtin{prefix}; };
    }
  }
  t["Named.apply"] = [](Evaluator&, Call& c) -> Value {
    c.next();
    return Builtin{"Pipe"};
  };
}

void Library::addMemories(Table& t) {
  const auto add = [&](const char* name, Memory::Kind kind) {
    t[name] = [kind](Evaluator& e, Call& c) { return e.makeMemory(kind, c); };
  };
  add("ArgIn", Memory::Kind::ArgIn);
  add("ArgOut", Memory::Kind::ArgOut);
  add("HostIO", Memory::Kind::HostIO);
  add("DRAM", Memory::Kind::Dram);
  add("SRAM", Memory::Kind::Sram);
  add("RegFile", Memory::Kind::Sram);
  add("FIFO", Memory::Kind::Fifo);
  t["Reg"] = [](Evaluator& e, Call& c) { return e.makeReg(c); };
  t["LUT"] = [](Evaluator& e, Call& c) { return e.makeLut(c); };
  for (const char* name :
       {"LIFO", "LineBuffer", "FIFOReg", "MergeBuffer", "LockSRAM", "LockDRAM", "FSM", "StreamIn", "StreamOut",
        "SparseSRAM", "SparseParSRAM", "SparseDRAM", "Barrier", "Blackbox", "AxiStream256"}) {
    t[name] = [name](Evaluator&, Call& c) -> Value {
      failUnsupported(fmt::format("{} is not supported yet in programs written by hand", name), c.where, {},
                      "docs/guide/spatial-programs.md lists what is");
    };
  }
}

void Library::addMath(Table& t) {
  t["mux"] = [](Evaluator& e, Call& c) {
    const auto v = e.arguments(c.next(), c.scope);
    if (v.size() != 3) failUser("mux has a condition and two values", c.where);
    return e.mux(v[0], v[1], v[2], c.where);
  };
  for (const char* name : {"min", "max", "abs", "sqrt", "exp", "ln", "log", "log2", "pow", "floor", "ceil", "sigmoid",
                           "tanh", "sin", "cos", "round"}) {
    const Handler handler = [name](Evaluator& e, Call& c) {
      return e.math(name, e.arguments(c.next(), c.scope), c.where);
    };
    t[name] = handler;
    t[std::string("math.") + name] = handler;
    t[std::string("Math.") + name] = handler;
  }
}

// ---------------------------------------------------------------- functions of numbers

namespace {

double evaluateReal(const std::string& name, double x) {
  if (name == "sqrt") return std::sqrt(x);
  if (name == "exp") return std::exp(x);
  if (name == "ln" || name == "log") return std::log(x);
  if (name == "log2") return std::log2(x);
  if (name == "floor") return std::floor(x);
  if (name == "ceil") return std::ceil(x);
  if (name == "round") return std::round(x);
  if (name == "sin") return std::sin(x);
  if (name == "cos") return std::cos(x);
  if (name == "tanh") return std::tanh(x);
  return 1 / (1 + std::exp(-x));  // sigmoid
}

}  // namespace

Value Evaluator::math(const std::string& name, const Values& v, const Location& where) {
  if (name == "min" || name == "max") {
    if (v.size() != 2) failUser(fmt::format("{} has two operands", name), where);
    const bool isMin = name == "min";
    const auto less = binary(isMin ? Operator::Lt : Operator::Gt, v[0], v[1], where);
    if (const auto* known = less.get<Number>()) {
      const auto& result = known->isTrue() ? v[0] : v[1];
      const auto& other = known->isTrue() ? v[1] : v[0];
      return converted(
          result, commonType(number(result, "", where).type, number(other, "", where).type).value_or(int32), where);
    }
    const auto sum = std::get<Staged>(less.data);
    const auto& compare = std::get<spatial::Binary>(sum.expr->kind);
    const auto typed = stagedOf(v[0].get<Number>() ? v[1] : v[0]);
    return Staged{spatial::Expr({spatial::Binary{isMin ? spatial::BinaryOp::Min : spatial::BinaryOp::Max, compare.left,
                                                 compare.right},
                                 where}),
                  typed->type, sum.size, sum.isPure};
  }
  if (name == "pow" && v.size() == 2) return binary(Operator::Power, v[0], v[1], where);
  if (v.size() != 1) failUser(fmt::format("{} has one operand", name), where);
  if (const auto* n = v[0].get<Number>()) {
    if (name == "abs") {
      const auto negative = staging::apply(Operator::Neg, *n);
      return n->value() < 0 && negative ? *negative : *n;
    }
    auto type = n->type;
    if (type.isUnstaged) type = unstagedDouble;
    return makeNumber(type, evaluateReal(name, n->value()));
  }
  const auto x = stagedOf(v[0]);
  if (!x) failUser(fmt::format("{} is not a number", describe(v[0])), where);
  static const std::map<std::string, spatial::UnaryOp> table = {
      {"abs", spatial::UnaryOp::Abs},  {"sqrt", spatial::UnaryOp::Sqrt}, {"exp", spatial::UnaryOp::Exp},
      {"ln", spatial::UnaryOp::Ln},    {"log", spatial::UnaryOp::Ln},    {"floor", spatial::UnaryOp::Floor},
      {"ceil", spatial::UnaryOp::Ceil}};
  if (const auto found = table.find(name); found != table.end()) return wordUnary(found->second, *x, x->type, where);
  const auto one = makeNumber(x->type, 1.0);
  const auto exp = [&](const Value& y) { return math("exp", {y}, where); };
  if (name == "sigmoid")
    return binary(Operator::Div, one, binary(Operator::Add, exp(unary(Operator::Neg, *x, where)), one, where), where);
  if (name == "tanh") {
    const auto e2 = bindStaged(exp(binary(Operator::Mul, *x, makeNumber(x->type, 2.0), where)), "e", where);
    return binary(Operator::Div, binary(Operator::Sub, e2, one, where), binary(Operator::Add, e2, one, where), where);
  }
  failUnsupported(fmt::format("{} is not supported on the accelerator", name), where);
}

}  // namespace stardust::staging
