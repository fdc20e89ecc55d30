// MemReduce and MemFold.
#include <fmt/format.h>

#include "spatial/dsl/loops/loops.h"

namespace stardust::dsl {

using spatial::Body;

namespace {

constexpr std::int64_t mostCopies = 256;

}  // namespace

/// The iterators of one of the copies, and whether its iteration exists.
Loops::Copy Loops::copyOf(const Domain& loop, const std::vector<std::int64_t>& pars, std::int64_t number,
                          const Location& where) {
  Copy copy{{}, {}, makeBit(true)};
  for (std::size_t i = 0; i < loop.counters.size(); ++i) {
    const auto& counter = loop.counters[i];
    const auto lane = number % pars[i];
    number /= pars[i];
    const Value first = iterator(loop.iterators[i], where);
    const auto offset = words_.binary(Operator::Mul, Staged{counter.step, int32}, intValue(lane), where);
    const auto own = lane == 0 ? first : words_.binary(Operator::Add, first, simplified(offset), where);
    copy.iterators.push_back(own);
    const auto begin = constant(counter.begin), end = constant(counter.end), by = constant(counter.step);
    const bool isWhole = begin && end && by && (*end - *begin) % (*by * pars[i]) == 0;
    if (lane == 0 || isWhole) continue;
    const bool isDown = by && *by < 0;
    const auto exists = words_.binary(isDown ? Operator::Gt : Operator::Lt, own, Staged{counter.end, int32}, where);
    copy.isThere = words_.binary(Operator::And, copy.isThere.get<Number>() ? exists : copy.isThere, exists, where);
  }
  return copy;
}

/// The body once more; what may not run is a loop of one iteration or none, but for the memories it declares.
void Loops::stageCopy(Copy& copy, const Value& map, const Location& where) {
  Body own;
  {
    const Into into(stage_, &own);
    copy.result = call(map, copy.iterators, where);
  }
  if (copy.isThere.get<Number>()) {
    stage_.body->insert(stage_.body->end(), own.begin(), own.end());
    return;
  }
  for (auto at = own.begin(); at != own.end();) {
    const bool isMemory = std::holds_alternative<spatial::Memory>((*at)->kind);
    if (isMemory) stage_.body->push_back(*at);
    at = isMemory ? own.erase(at) : at + 1;
  }
  const auto count = words_.mux(copy.isThere, intValue(1), intValue(0), where);
  memories_.once(std::move(own), words_.stagedIndex(count, where).expr, where);
}

/// How many words there are along each dimension of what is added to: of all of a memory, or of a part of it.
std::vector<spatial::Expr> Loops::extentsOf(const Section& target, const Location& where) {
  std::vector<spatial::Expr> extents;
  if (target.ranges.empty())
    for (const auto size : target.memory->dims) extents.push_back(intExpr(size, where));
  for (const auto& range : target.ranges) {
    if (range.isSingle) continue;
    const auto length = words_.binary(Operator::Sub, range.end, range.begin, where);
    const auto step = range.step.get<Unit>() ? intValue(1) : range.step;
    const auto rounded =
        words_.binary(Operator::Sub, words_.binary(Operator::Add, length, step, where), intValue(1), where);
    extents.push_back(words_.stagedIndex(words_.binary(Operator::Div, rounded, step, where), where).expr);
  }
  return extents;
}

/// The words of the copies' memories, one after the other, are added to those of the memory outside.
void Loops::addWords(const Section& target, std::int64_t par, const std::vector<Copy>& copies, const Value& combine,
                     const Value& isFirst, const Location& where) {
  Domain words;
  Values indices;
  const auto extents = extentsOf(target, where);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const bool isLast = i + 1 == extents.size();
    words.counters.push_back({intExpr(0, where), extents[i], intExpr(1, where), intExpr(isLast ? par : 1, where)});
    words.iterators.push_back(stage_.fresh("w"));
    indices.push_back(iterator(words.iterators.back(), where));
  }
  Body inner;
  {
    const Into into(stage_, &inner);
    Value sum;
    for (const auto& copy : copies) {
      const auto* from = copy.result.get<MemoryRef>();
      const auto* part = copy.result.object<const Section>();
      if (!part && (!from || (*from)->kind != Memory::Kind::Sram))
        failUser("the body of a MemReduce ends with a memory", where);
      const Value word = part ? memories_.read(part->memory, memories_.placesIn(*part, indices, where), where)
                              : memories_.read(*from, indices, where);
      sum = sum.get<Unit>() ? word : words_.mux(copy.isThere, invoke_(combine, {sum, word}, where), sum, where);
    }
    sum = words_.bound(sum, "sum", where);
    const auto places = target.ranges.empty() ? indices : memories_.placesIn(target, indices, where);
    const Value old = memories_.read(target.memory, places, where);
    const auto both = invoke_(combine, {old, sum}, where);
    memories_.write(target.memory, places, words_.mux(isFirst, sum, both, where), where);
  }
  emitForeach(std::move(words), std::move(inner), where);
}

/// Copies of the body are made here, so that one loop adds them all.
Value Loops::memReduce(const Value& target, const Values& counters, const Value& map, const Value& combine, bool keeps,
                       const Location& where) {
  auto loop = bounded(counters, where);
  if (loop.scan || loop.data)
    failUnsupported("a MemReduce over a scan is not supported", where, {}, "write a Foreach over the scan");
  const auto* part = target.object<const Section>();
  const auto* plain = target.get<MemoryRef>();
  if (!part && !plain) failUser(fmt::format("{} is not a memory", describe(target)), where);
  const auto memory = part ? part->memory : *plain;
  if (memory->kind != Memory::Kind::Sram) failUser(fmt::format("{} is not an SRAM", memory->name), where);
  const auto par = part ? words_.integer(part->par, "par", where) : 1;
  nameIterators(loop, map);
  std::vector<std::int64_t> pars;
  std::int64_t copies = 1;
  for (const auto& counter : loop.counters) {
    pars.push_back(*constant(counter.par));
    copies *= pars.back();
    if (copies > mostCopies) failUnsupported("a MemReduce has more than 256 copies", where, {}, "lower par");
  }
  Body body;
  {
    const Into into(stage_, &body);
    std::vector<Copy> parts;
    for (std::int64_t n = 0; n < copies; ++n) {
      parts.push_back(copyOf(loop, pars, n, where));
      stageCopy(parts.back(), map, where);
    }
    addWords(part ? *part : Section{memory, {}, {}, {}}, par, parts, combine,
             keeps ? Value(makeBit(false)) : isFirst(loop, where), where);
  }
  for (std::size_t i = 0; i < loop.counters.size(); ++i) {
    auto& counter = loop.counters[i];
    counter.par = intExpr(1, where);
    if (pars[i] == 1) continue;
    const auto step = words_.binary(Operator::Mul, Staged{counter.step, int32}, intValue(pars[i]), where);
    counter.step = words_.stagedIndex(simplified(step), where).expr;
  }
  emitForeach(std::move(loop), std::move(body), where);
  return memory;
}

/// The product of two literals as one.
Value Loops::simplified(const Value& value) {
  const auto* n = value.get<Staged>();
  const auto* product = n ? std::get_if<spatial::Binary>(&n->expr->kind) : nullptr;
  if (!product || product->op != spatial::BinaryOp::Mul) return value;
  const auto a = constant(product->left), b = constant(product->right);
  return a && b ? Value(intValue(*a * *b)) : value;
}

}  // namespace stardust::dsl
