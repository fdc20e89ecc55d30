// MemReduce and MemFold.
#include <fmt/format.h>

#include "spatial/dsl/loops/loops.h"

namespace stardust::dsl {

using spatial::Body;

namespace {

constexpr std::int64_t mostCopies = 256;

}  // namespace

/// The iterators of one copy of the body, and whether its iteration exists.
MemReductions::Copy MemReductions::copyOf(const Domain& loop, const std::vector<std::int64_t>& pars,
                                          std::int64_t number, const Location& where) {
  Copy copy{{}, {}, makeBit(true)};
  for (std::size_t i = 0; i < loop.counters.size(); ++i) {
    const auto& counter = loop.counters[i];
    const auto lane = number % pars[i];
    number /= pars[i];
    const Value first = l_.domains.iterator(loop.iterators[i], where);
    const auto offset = l_.words.binary(Operator::Mul, Staged{counter.step, int32}, intValue(lane), where);
    const auto own = lane == 0 ? first : l_.words.binary(Operator::Add, first, simplified(offset), where);
    copy.iterators.push_back(own);
    const auto begin = constant(counter.begin), end = constant(counter.end), by = constant(counter.step);
    const bool isWhole = begin && end && by && (*end - *begin) % (*by * pars[i]) == 0;
    if (lane == 0 || isWhole) continue;
    const bool isDown = by && *by < 0;
    const auto exists = l_.words.binary(isDown ? Operator::Gt : Operator::Lt, own, Staged{counter.end, int32}, where);
    copy.isThere = l_.words.binary(Operator::And, copy.isThere.get<Number>() ? exists : copy.isThere, exists, where);
  }
  return copy;
}

/// Stages another copy of the body. A copy that may have no iteration becomes a loop with a trip count of 0 or 1,
/// except for the memories that it declares.
void MemReductions::stageCopy(Copy& copy, const Value& map, const Location& where) {
  Body own;
  {
    const Into into(l_.stage, &own);
    copy.result = l_.domains.call(map, copy.iterators, where);
  }
  if (copy.isThere.get<Number>()) {
    l_.stage.body->insert(l_.stage.body->end(), own.begin(), own.end());
    return;
  }
  for (auto at = own.begin(); at != own.end();) {
    const bool isMemory = std::holds_alternative<spatial::Memory>((*at)->kind);
    if (isMemory) l_.stage.body->push_back(*at);
    at = isMemory ? own.erase(at) : at + 1;
  }
  const auto count = l_.words.mux(copy.isThere, intValue(1), intValue(0), where);
  l_.stage.once(std::move(own), l_.words.stagedIndex(count, where).expr, where);
}

/// The extents of the target in each dimension: of a whole memory, or of a section of it.
std::vector<spatial::Expr> MemReductions::extentsOf(const Section& target, const Location& where) {
  std::vector<spatial::Expr> extents;
  if (target.ranges.empty())
    for (const auto size : target.memory->dims) extents.push_back(intExpr(size, where));
  for (const auto& range : target.ranges) {
    if (range.isSingle) continue;
    const auto length = l_.words.binary(Operator::Sub, range.end, range.begin, where);
    const auto step = range.step.get<Unit>() ? intValue(1) : range.step;
    const auto rounded =
        l_.words.binary(Operator::Sub, l_.words.binary(Operator::Add, length, step, where), intValue(1), where);
    extents.push_back(l_.words.stagedIndex(l_.words.binary(Operator::Div, rounded, step, where), where).expr);
  }
  return extents;
}

/// Adds the words of the copies' memories to the words of the target, copy by copy.
void MemReductions::addWords(const Section& target, std::int64_t par, const std::vector<Copy>& copies,
                             const Value& combine, const Value& isFirst, const Location& where) {
  Domain words;
  Values indices;
  const auto extents = extentsOf(target, where);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const bool isLast = i + 1 == extents.size();
    words.counters.push_back({intExpr(0, where), extents[i], intExpr(1, where), intExpr(isLast ? par : 1, where)});
    words.iterators.push_back(l_.stage.fresh("w"));
    indices.push_back(l_.domains.iterator(words.iterators.back(), where));
  }
  Body inner;
  {
    const Into into(l_.stage, &inner);
    Value sum;
    for (const auto& copy : copies) {
      const auto* from = copy.result.get<MemoryRef>();
      const auto* part = copy.result.object<const Section>();
      if (!part && (!from || (*from)->kind != Memory::Kind::Sram))
        failUser("the body of a MemReduce ends with a memory", where);
      const Value word =
          part ? l_.memories.access.read(part->memory, l_.memories.access.placesIn(*part, indices, where), where)
               : l_.memories.access.read(*from, indices, where);
      sum = sum.get<Unit>() ? word : l_.words.mux(copy.isThere, l_.invoke(combine, {sum, word}, where), sum, where);
    }
    sum = l_.words.bound(sum, "sum", where);
    const auto places = target.ranges.empty() ? indices : l_.memories.access.placesIn(target, indices, where);
    const Value old = l_.memories.access.read(target.memory, places, where);
    const auto both = l_.invoke(combine, {old, sum}, where);
    l_.memories.access.write(target.memory, places, l_.words.mux(isFirst, sum, both, where), where);
  }
  l_.emit(std::move(words), std::move(inner), where);
}

/// The copies of the body are made here, so that a single loop adds the results of all copies.
Value MemReductions::reduce(const Value& target, const Values& counters, const Value& map, const Value& combine,
                            bool keeps, const Location& where) {
  auto loop = l_.domains.bounded(counters, where);
  if (loop.scan || loop.data)
    failUnsupported("a MemReduce over a scan is not supported", where, {}, "write a Foreach over the scan");
  const auto* part = target.object<const Section>();
  const auto* plain = target.get<MemoryRef>();
  if (!part && !plain) failUser(fmt::format("{} is not a memory", describe(target)), where);
  const auto memory = part ? part->memory : *plain;
  if (memory->kind != Memory::Kind::Sram) failUser(fmt::format("{} is not an SRAM", memory->name), where);
  const auto par = part ? l_.words.integer(part->par, "par", where) : 1;
  l_.domains.nameIterators(loop, map);
  std::vector<std::int64_t> pars;
  std::int64_t copies = 1;
  for (const auto& counter : loop.counters) {
    pars.push_back(*constant(counter.par));
    copies *= pars.back();
    if (copies > mostCopies) failUnsupported("a MemReduce has more than 256 copies", where, {}, "lower par");
  }
  Body body;
  {
    const Into into(l_.stage, &body);
    std::vector<Copy> parts;
    for (std::int64_t n = 0; n < copies; ++n) {
      parts.push_back(copyOf(loop, pars, n, where));
      stageCopy(parts.back(), map, where);
    }
    addWords(part ? *part : Section{memory, {}, {}, {}}, par, parts, combine,
             keeps ? Value(makeBit(false)) : l_.reductions.isFirst(loop, where), where);
  }
  for (std::size_t i = 0; i < loop.counters.size(); ++i) {
    auto& counter = loop.counters[i];
    counter.par = intExpr(1, where);
    if (pars[i] == 1) continue;
    const auto step = l_.words.binary(Operator::Mul, Staged{counter.step, int32}, intValue(pars[i]), where);
    counter.step = l_.words.stagedIndex(simplified(step), where).expr;
  }
  l_.emit(std::move(loop), std::move(body), where);
  return memory;
}

/// Folds a product of two literals.
Value MemReductions::simplified(const Value& value) {
  const auto* n = value.get<Staged>();
  const auto* product = n ? std::get_if<spatial::Binary>(&n->expr->kind) : nullptr;
  if (!product || product->op != spatial::BinaryOp::Mul) return value;
  const auto a = constant(product->left), b = constant(product->right);
  return a && b ? Value(intValue(*a * *b)) : value;
}

}  // namespace stardust::dsl
