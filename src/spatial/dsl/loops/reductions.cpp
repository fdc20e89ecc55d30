// Reduce and Fold.
#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/loops/loops.h"
#include "spatial/dsl/restrictions.h"

namespace stardust::dsl {

using spatial::Body;
using spatial::Expr;

namespace {

constexpr std::int64_t mostVectorLanes = 16;

}  // namespace

/// The reduction of `_ + _` and similar combiners; none for any other function.
std::optional<spatial::ReduceOp> Reductions::reduceOp(const Value& function, const NumberType& type,
                                                      const Location& where) {
  if (type.kind == NumberType::Kind::Bit) return std::nullopt;
  const auto operand = [&](const char* text) { return Staged{nameExpr(text, where), type}; };
  Body scratch;
  Value result;
  {
    const Into into(l_.stage, &scratch);
    result = l_.invoke(function, {operand("$a"), operand("$b")}, where);
  }
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
  if (const auto* n = std::get_if<spatial::Mux>(&value->expr->kind)) {  // l_.words.mux(a < b, a, b)
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

/// Several counters with copies or controllers become a nest of Reduces.
void Reductions::emit(const MemoryRef& reg, Domain domain, Body body, Expr value, spatial::ReduceOp op,
                      const Location& where) {
  separateLanes(domain, body);
  auto& counters = domain.counters;
  if (domain.scan) {
    if (!isLeaf(body)) domain.scan->par = intExpr(1, where);
    l_.stage.emit(
        spatial::Reduce{
            reg->name, {}, std::move(domain.scan), std::move(domain.iterators), std::move(body), std::move(value), op},
        where);
    return;
  }
  if (isLeaf(body) && constant(counters.back().par) > mostVectorLanes)
    counters.back().par = intExpr(mostVectorLanes, where);
  const bool hasCopies =
      std::any_of(counters.begin(), counters.end() - 1, [](const auto& c) { return constant(c.par) > 1; });
  if (counters.size() > 1 && (hasCopies || !isLeaf(body))) {
    Domain inner{{counters.begin() + 1, counters.end()}, {}, {domain.iterators.begin() + 1, domain.iterators.end()}};
    counters.resize(1);
    domain.iterators.resize(1);
    Body rest;
    MemoryRef part;
    {
      const Into into(l_.stage, &rest);
      part = l_.memories.declarations.reg("part", reg->type, makeNumber(reg->type, std::int64_t{0}), where);
      emit(part, std::move(inner), std::move(body), std::move(value), op, where);
    }
    body = std::move(rest);
    value = nameExpr(part->name, where);
  }
  l_.stage.emit(spatial::Reduce{reg->name, std::move(counters), std::move(domain.scan), std::move(domain.iterators),
                                std::move(body), std::move(value), op},
                where);
}

/// Whether the loops are in their first iteration.
Value Reductions::isFirst(const Domain& domain, const Location& where) {
  Value all = makeBit(true);
  for (std::size_t i = 0; i < domain.counters.size(); ++i) {
    const Staged begins{
        binaryExpr(spatial::BinaryOp::Eq, nameExpr(domain.iterators[i], where), domain.counters[i].begin, where), bit,
        2};
    all = i == 0 ? Value(begins) : l_.words.binary(Operator::And, all, begins, where);
  }
  return all;
}

Value Reductions::reduce(const Value& start, const Values& counters, const Value& map, const Value& combine, bool keeps,
                         const Location& where) {
  auto loop = l_.domains.bounded(counters, where);
  l_.domains.nameIterators(loop, map);
  Body body;
  l_.memories.uses.enterLoop(false, where);
  auto mapped = l_.domains.stageBody(map, loop, body, where);
  l_.memories.uses.leaveLoop();
  MemoryRef reg;
  if (const auto* given = start.get<MemoryRef>()) {
    if (keeps) requireFolded(mapped, where);
    reg = *given;
  } else {
    const auto typed = numberTypeOf(mapped);
    const auto zero = l_.words.number(start, "the zero of the Reduce", where);
    const auto type = typed && !typed->isUnstaged                 ? *typed
                      : zero.type.kind == NumberType::Kind::Float ? float32
                                                                  : int32;
    reg = l_.memories.declarations.reg("acc", zero.type.isUnstaged ? type : zero.type, zero, where);
  }
  const bool isArgument = reg->kind == Memory::Kind::ArgOut || reg->kind == Memory::Kind::HostIO;
  if (isArgument && !keeps) {  // Reduce(out): its final value is written to the argument
    const auto own = l_.memories.declarations.reg(reg->name, reg->isStruct() ? reg->whole : DataType(reg->type),
                                                  makeNumber(int32, std::int64_t{0}), where);
    reduceInto(own, std::move(loop), std::move(body), mapped, combine, false, where);
    l_.memories.access.set(reg, own, where);
    return own;
  }
  if (reg->kind != Memory::Kind::Reg) failUser(fmt::format("{} is not a Reg", describe(start)), where);
  reduceInto(reg, std::move(loop), std::move(body), mapped, combine, keeps, where);
  return reg;
}

/// In a DataScan, the value that a Reduce adds for a zero element: the identity.
Value Reductions::orNeutral(const Value& mapped, const Domain& loop, spatial::ReduceOp op, const Location& where) {
  if (!loop.data) return mapped;
  if (op != spatial::ReduceOp::Add && op != spatial::ReduceOp::Mul)
    failUnsupported("a Reduce over a scan of data is by + or *", where);
  return l_.words.mux(loop.isThere, mapped, makeNumber(unstagedInt, std::int64_t{op == spatial::ReduceOp::Mul ? 1 : 0}),
                      where);
}

void Reductions::reduceInto(const MemoryRef& reg, Domain loop, Body body, const Value& mapped, const Value& combine,
                            bool keeps, const Location& where) {
  if (!keeps) l_.memories.declarations.isReset(reg);
  const auto op = reg->isStruct() ? std::nullopt : reduceOp(combine, reg->type, where);
  if (!op) return reduceInTurn(reg, std::move(loop), std::move(body), mapped, combine, keeps, where);
  std::optional<Staged> value;
  {
    const Into into(l_.stage, &body);
    value = l_.words.staged(orNeutral(mapped, loop, *op, where), reg->type, "the value of the Reduce", where);
  }
  const auto sum =
      keeps ? l_.memories.declarations.reg("sum", reg->type, makeNumber(reg->type, std::int64_t{0}), where) : reg;
  sum->isExact = !isNarrow(reg->type) || *op == spatial::ReduceOp::Min || *op == spatial::ReduceOp::Max;
  emit(sum, std::move(loop), std::move(body), value->expr, *op, where);
  if (keeps) l_.memories.access.set(reg, l_.invoke(combine, {Value(reg), Value(sum)}, where), where);
}

/// Reduction with an arbitrary combiner: sequential.
void Reductions::reduceInTurn(const MemoryRef& reg, Domain loop, Body body, const Value& mapped, const Value& combine,
                              bool keeps, const Location& where) {
  if (loop.scan) failUnsupported("a Reduce over a scan is by +, *, min or max", where);
  if (loop.data) failUnsupported("a Reduce over a scan of data is by + or *", where);
  for (auto& counter : loop.counters) counter.par = intExpr(1, where);
  {
    const Into into(l_.stage, &body);
    const auto next = l_.words.named(mapped, reg->isStruct() ? reg->whole : DataType(reg->type), "next", where);
    const auto both = l_.invoke(combine, {l_.words.valueOf(reg), next}, where);
    l_.memories.access.set(reg, keeps ? both : l_.words.mux(isFirst(loop, where), next, both, where), where);
  }
  l_.emit(std::move(loop), std::move(body), where);
}

}  // namespace stardust::dsl
