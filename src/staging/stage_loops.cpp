// Foreach, Reduce, Fold, MemReduce, MemFold and the blocks around them.
#include <fmt/format.h>

#include "staging/evaluator.h"
#include "staging/exprs.h"

namespace stardust::staging {

using spatial::Body;
using spatial::Expr;

namespace {

constexpr std::int64_t mostLanes = 16;

}  // namespace

// ---------------------------------------------------------------- domains

/// The counters of a loop, and a name for the iterator of each.
Evaluator::Domain Evaluator::domain(const Values& values, const Location& where) {
  Domain result;
  for (const auto& value : values) {
    if (const auto* list = value.object<Collection>()) {  // Foreach(Seq(…))
      auto inner = domain(list->items, where);
      result.counters.insert(result.counters.end(), inner.counters.begin(), inner.counters.end());
      continue;
    }
    const auto* series = value.object<const Series>();
    const Series whole{makeNumber(int32, std::int64_t{0}), value, makeNumber(int32, std::int64_t{1}),
                       makeNumber(int32, std::int64_t{1}), false, false};
    if (!series) series = &whole;
    if (series->isForever) failUnsupported("a loop that runs forever is not supported yet", where);
    const auto par = integer(series->par, "par", where);
    if (par < 1 || par > 65536) failUser(fmt::format("par is {}", par), where, {}, "it is at least 1");
    const auto step = stagedIndex(series->step, where);
    if (constant(step.expr) == 0) failUser("a counter has step 0", where);
    result.counters.push_back(
        {stagedIndex(series->begin, where).expr, stagedIndex(series->end, where).expr, step.expr, intExpr(par, where)});
  }
  return result;
}

void Evaluator::nameIterators(Domain& domain, const Value& function) {
  const auto* f = function.object<const Function>();
  for (std::size_t i = 0; i < domain.counters.size(); ++i) {
    std::string hint = "i";
    if (f && f->lambda) {
      const auto* parameters = &f->lambda->parameters;
      if (parameters->size() == 1 && parameters->front().kind == Pattern::Kind::Tuple)
        parameters = &parameters->front().parts;
      if (f->lambda->cases.size() == 1) parameters = &f->lambda->cases.front().pattern.parts;
      if (i < parameters->size() && !(*parameters)[i].name.empty()) hint = (*parameters)[i].name;
    }
    domain.iterators.push_back(fresh(hint));
  }
}

Value Evaluator::iterator(const std::string& text, const Location& where) {
  return Staged{nameExpr(text, where), int32};
}

/// Runs a function of the iterators with its statements going to `body`.
Value Evaluator::stageBody(const Value& function, const Domain& domain, Body& body, const Location& where) {
  Values iterators;
  for (const auto& text : domain.iterators) iterators.push_back(iterator(text, where));
  auto* const outer = std::exchange(body_, &body);
  const auto* f = function.object<const Function>();
  const bool takesNone = !f || (f->lambda && f->lambda->parameters.empty() && f->lambda->cases.empty());
  auto result = invoke(function, takesNone ? Values() : iterators, where);
  body_ = outer;
  return result;
}

// ---------------------------------------------------------------- Foreach

/// A vector has 16 lanes at most, and only the innermost counter of a body of primitives has lanes: counters with
/// copies become a loop around.
void Evaluator::emitForeach(Domain domain, Body body, const Location& where) {
  if (body.empty()) return;
  auto& counters = domain.counters;
  if (isLeaf(body)) {
    auto& lanes = counters.back().par;
    if (constant(lanes) > mostLanes) lanes = intExpr(mostLanes, where);
    const bool hasCopies =
        std::any_of(counters.begin(), counters.end() - 1, [](const auto& c) { return constant(c.par) > 1; });
    if (hasCopies) {
      Domain inner{{counters.back()}, {domain.iterators.back()}};
      counters.pop_back();
      domain.iterators.pop_back();
      Body rest;
      auto* const outer = std::exchange(body_, &rest);
      emitForeach(std::move(inner), std::move(body), where);
      body_ = outer;
      body = std::move(rest);
    }
  }
  emit(spatial::Foreach{std::move(counters), std::nullopt, std::move(domain.iterators), std::move(body)}, where);
}

Value Evaluator::foreach (Call& call) {
  auto loop = domain(arguments(call.next(), call.scope), call.where);
  const auto function = one(call, "the body of the loop");
  nameIterators(loop, function);
  Body body;
  const auto last = stageBody(function, loop, body, call.where);
  auto* const outer = std::exchange(body_, &body);
  keepEffect(last, call.where);
  body_ = outer;
  emitForeach(std::move(loop), std::move(body), call.where);
  return {};
}

/// Pipe { … }: primitives are a stage of their own; controllers are stages already.
Value Evaluator::unit(Call& call) {
  Body body;
  auto* const outer = std::exchange(body_, &body);
  const auto result = one(call, "the block");
  keepEffect(result, call.where);
  body_ = outer;
  if (body.empty() || !isLeaf(body) || !result.get<Unit>()) {
    outer->insert(outer->end(), body.begin(), body.end());
  } else {
    once(std::move(body), intExpr(1, call.where), call.where);
  }
  return result;
}

/// A loop of one iteration, or of none where `count` is 0.
void Evaluator::once(Body body, Expr count, const Location& where) {
  if (body.empty()) return;
  Domain loop{{{intExpr(0, where), std::move(count), intExpr(1, where), intExpr(1, where)}}, {fresh("once")}};
  emitForeach(std::move(loop), std::move(body), where);
}

// ---------------------------------------------------------------- Reduce and Fold

/// `_ + _` and its siblings; none for another function.
std::optional<spatial::ReduceOp> Evaluator::reduceOp(const Value& function, const NumberType& type,
                                                     const Location& where) {
  if (type.kind == NumberType::Kind::Bit) return std::nullopt;
  const auto operand = [&](const char* text) { return Staged{nameExpr(text, where), type}; };
  Body scratch;
  auto* const outer = std::exchange(body_, &scratch);
  const auto result = invoke(function, {operand("$a"), operand("$b")}, where);
  body_ = outer;
  const auto* value = result.get<Staged>();
  if (!value || !scratch.empty()) return std::nullopt;
  const auto nameOf = [](const Expr& expr) {
    const auto* n = std::get_if<spatial::Name>(&expr->kind);
    return n ? n->name : std::string();
  };
  const auto areBoth = [&](const Expr& a, const Expr& b) {
    return (nameOf(a) == "$a" && nameOf(b) == "$b") || (nameOf(a) == "$b" && nameOf(b) == "$a");
  };
  if (const auto* n = std::get_if<spatial::Binary>(&value->expr->kind)) {
    if (!areBoth(n->left, n->right)) return std::nullopt;
    if (n->op == spatial::BinaryOp::Add) return spatial::ReduceOp::Add;
    if (n->op == spatial::BinaryOp::Mul) return spatial::ReduceOp::Mul;
    if (n->op == spatial::BinaryOp::Min) return spatial::ReduceOp::Min;
    if (n->op == spatial::BinaryOp::Max) return spatial::ReduceOp::Max;
  }
  if (const auto* n = std::get_if<spatial::Mux>(&value->expr->kind)) {  // mux(a < b, a, b)
    const auto* compares = std::get_if<spatial::Binary>(&n->condition->kind);
    if (!compares || !areBoth(compares->left, compares->right) || !areBoth(n->ifTrue, n->ifFalse)) return std::nullopt;
    const bool keepsLeft = nameOf(compares->left) == nameOf(n->ifTrue);
    using spatial::BinaryOp;
    if (compares->op == BinaryOp::Lt || compares->op == BinaryOp::Le)
      return keepsLeft ? spatial::ReduceOp::Min : spatial::ReduceOp::Max;
    if (compares->op == BinaryOp::Gt || compares->op == BinaryOp::Ge)
      return keepsLeft ? spatial::ReduceOp::Max : spatial::ReduceOp::Min;
  }
  return std::nullopt;
}

MemoryRef Evaluator::newReg(const std::string& hint, const NumberType& type, const Number& reset,
                            const Location& where) {
  auto reg = std::make_shared<Memory>();
  reg->kind = Memory::Kind::Reg;
  reg->type = type;
  reg->where = where;
  reg->name = fresh(hint);
  const auto initial = literal(convert(reset, type), where);
  emit(spatial::Memory{reg->name, spatial::MemoryKind::Reg, *wordType(type), initial.expr, {}}, where);
  return reg;
}

/// Several counters with copies or controllers among them become a Reduce of Reduces.
void Evaluator::emitReduce(const MemoryRef& reg, Domain domain, Body body, Expr value, spatial::ReduceOp op,
                           const Location& where) {
  auto& counters = domain.counters;
  if (isLeaf(body) && constant(counters.back().par) > mostLanes) counters.back().par = intExpr(mostLanes, where);
  const bool hasCopies =
      std::any_of(counters.begin(), counters.end() - 1, [](const auto& c) { return constant(c.par) > 1; });
  if (counters.size() > 1 && (hasCopies || !isLeaf(body))) {
    Domain inner{{counters.begin() + 1, counters.end()}, {domain.iterators.begin() + 1, domain.iterators.end()}};
    counters.resize(1);
    domain.iterators.resize(1);
    Body rest;
    auto* const outer = std::exchange(body_, &rest);
    const auto part = newReg("part", reg->type, makeNumber(reg->type, std::int64_t{0}), where);
    emitReduce(part, std::move(inner), std::move(body), std::move(value), op, where);
    body_ = outer;
    body = std::move(rest);
    value = nameExpr(part->name, where);
  }
  emit(spatial::Reduce{reg->name, std::move(counters), std::nullopt, std::move(domain.iterators), std::move(body),
                       std::move(value), op},
       where);
}

/// Whether the loops are in their first iteration.
Value Evaluator::isFirst(const Domain& domain, const Location& where) {
  Value all = makeBit(true);
  for (std::size_t i = 0; i < domain.counters.size(); ++i) {
    const Staged begins{
        binaryExpr(spatial::BinaryOp::Eq, nameExpr(domain.iterators[i], where), domain.counters[i].begin, where), bit,
        2};
    all = i == 0 ? Value(begins) : binary(Operator::And, all, begins, where);
  }
  return all;
}

/// Reduce(reg or zero)(counters){ map }{ combine }; `keeps`: Fold, which goes on from what the Reg holds.
Value Evaluator::reduce(Call& call, bool keeps) {
  const auto where = call.where;
  const auto start = one(call, "the Reg or the zero of the Reduce");
  auto loop = domain(arguments(call.next(), call.scope), where);
  const auto map = one(call, "the body of the Reduce");
  const auto combine = one(call, "the function that combines two values");
  nameIterators(loop, map);
  Body body;
  auto* const outer = std::exchange(body_, &body);
  body_ = outer;
  const auto mapped = stageBody(map, loop, body, where);
  MemoryRef reg;
  if (const auto* given = std::get_if<MemoryRef>(&start.data)) {
    reg = *given;
    if (reg->kind != Memory::Kind::Reg) failUser(fmt::format("{} is not a Reg", describe(start)), where);
  } else {
    auto zero = number(start, "the zero of the Reduce", where);
    const auto typed = stagedOf(mapped);
    const auto type = typed ? typed->type : zero.type.kind == NumberType::Kind::Float ? float32 : int32;
    reg = newReg("acc", zero.type.isUnstaged ? type : zero.type, zero, where);
  }
  auto* const around = std::exchange(body_, &body);
  const auto value = staged(mapped, reg->type, "the value of the Reduce", where);
  body_ = around;
  if (const auto op = reduceOp(combine, reg->type, where)) {
    const auto sum = keeps ? newReg("sum", reg->type, makeNumber(reg->type, std::int64_t{0}), where) : reg;
    sum->isExact = !isNarrow(reg->type) || *op == spatial::ReduceOp::Min || *op == spatial::ReduceOp::Max;
    emitReduce(sum, std::move(loop), std::move(body), value.expr, *op, where);
    if (keeps) setReg(reg, invoke(combine, {Value(reg), Value(sum)}, where), where);
    return reg;
  }
  // Any other function goes on one value after the other.
  for (auto& counter : loop.counters) counter.par = intExpr(1, where);
  body_ = &body;
  const Value next = bindStaged(Staged{value.expr, value.type, 1, false}, "next", where);
  const auto both = invoke(combine, {Value(reg), next}, where);
  setReg(reg, keeps ? both : mux(isFirst(loop, where), next, both, where), where);
  body_ = around;
  emitForeach(std::move(loop), std::move(body), where);
  return reg;
}

}  // namespace stardust::staging
