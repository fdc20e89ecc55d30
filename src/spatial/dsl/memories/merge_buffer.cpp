// MergeBuffer: queues whose elements come out as one ascending sequence. Where each way is bound and given elements in
// one place, and what comes out is taken in one place behind, ways are FIFOs, and a unit merges them
// (merge_places.cpp). Else each way is a counted queue, and what comes out is the least of the first elements of the
// ways that are not yet through with their part of the merge.
#include <fmt/format.h>

#include "spatial/dsl/memories/memories.h"
#include "support/plural.h"

namespace stardust::dsl {
namespace {

constexpr std::int64_t mostWaiting = 1 << 16;  ///< that a way holds
constexpr std::int64_t mostWays = 16, mostPar = 16;
constexpr std::int64_t unitDepth = 16;  ///< of the FIFOs of a unit

}  // namespace

MemoryRef Memories::mergeBuffer(const DataType& type, std::int64_t ways, std::int64_t par, const Location& where) {
  if (ways < 1 || ways > mostWays || par < 1 || par > mostPar)
    failUser("a MergeBuffer has 1 to 16 ways, and takes 1 to 16 elements at once", where, {},
             "write MergeBuffer[T](ways, par)");
  if (inWords(type).kind != DataType::Kind::Number)
    failUnsupported("a MergeBuffer holds numbers of at most 32 bits", where);
  auto buffer = std::make_shared<Memory>();
  buffer->kind = Memory::Kind::Merge;
  buffer->type = type.number;
  buffer->where = where;
  buffer->dims = {par};
  const auto outer = stage_.hint;
  buffer->name = stage_.fresh(outer);
  const bool isCounted = decisions_.isNoted(where);
  for (std::int64_t i = 0; i < ways; ++i) {
    stage_.hint = fmt::format("{}_way{}", buffer->name, i);
    const auto way =
        isCounted ? stack(type, mostWaiting, where) : declare(Memory::Kind::Fifo, type, {unitDepth}, where);
    if (isCounted)
      way->head = reg(way->name + "_head", int32, intValue(0), where);  // a stack that is taken from at the other end
    way->left = reg(way->name + "_left", int32, makeNumber(int32, std::int64_t{isCounted ? INT32_MAX : 0}), where);
    buffer->ways.push_back(way);
  }
  if (!isCounted) {
    stage_.hint = buffer->name + "_merged";
    buffer->merged = declare(Memory::Kind::Fifo, type, {unitDepth}, where);
    merges_.push_back(buffer);
  }
  stage_.hint = outer;
  buffer->sorts = reg(buffer->name + "_sorts", bit, makeBit(false), where);
  return buffer;
}

const MemoryRef& Memories::wayOf(const MemoryRef& buffer, const Value& way, const Location& where) {
  const auto number = words_.integer(way, "the way", where);
  if (number < 0 || number >= std::ssize(buffer->ways))
    failUser(fmt::format("{} has {}, not a way {}", buffer->name, counted(buffer->ways.size(), "way"), number), where,
             {}, "the first way is 0");
  return buffer->ways[static_cast<std::size_t>(number)];
}

void Memories::bound(const MemoryRef& buffer, const Value& way, const Value& count, const Location& where) {
  set(wayOf(buffer, way, where)->left, count, where);
}

void Memories::sortFirst(const MemoryRef& buffer, const Value& condition, const Location& where) {
  buffer->isSorted = true;
  set(buffer->sorts, condition, where);
}

/// Elements that come in no order are put in their places among those of their vector, of `par` elements, that are
/// there already.
void Memories::mergeEnq(const MemoryRef& buffer, const Value& number, const Value& value, const Location& where) {
  const auto& way = wayOf(buffer, number, where);
  if (!buffer->isSorted || buffer->merged) return enq(way, value, {}, where);
  const auto with = [&](Operator op, const Value& a, const Value& b) { return words_.binary(op, a, b, where); };
  const auto entered = words_.bound(words_.staged(value, buffer->type, "the element", where), "entered", where);
  const auto tail = words_.bound(Staged{nameExpr(way->tail->name, where), int32, 1, false}, "tail", where);
  const auto par = makeNumber(int32, buffer->dims[0]);
  const auto count = words_.bound(with(Operator::Mod, tail, par), "count", where);
  const auto base = words_.bound(with(Operator::Sub, tail, count), "base", where);
  const auto place = [&](std::int64_t k) {
    return position(way, with(Operator::Add, base, makeNumber(int32, k)), where);
  };
  Values old;
  Value rank = intValue(0);  // of the elements that stay in front
  for (std::int64_t k = 0; k < buffer->dims[0]; ++k) {
    const Staged word{spatial::Expr({spatial::Read{way->name, words_.stagedIndex(place(k), where).expr}, where}),
                      buffer->type, 2, false};
    old.push_back(words_.bound(word, "old", where));
    const auto isBefore =
        with(Operator::And, with(Operator::Lt, makeNumber(int32, k), count), with(Operator::Le, old.back(), entered));
    rank =
        words_.bound(with(Operator::Add, rank, words_.mux(isBefore, intValue(1), intValue(0), where)), "rank", where);
  }
  rank = words_.bound(words_.mux(Value(buffer->sorts), rank, count, where), "rank", where);
  for (std::int64_t k = 0; k < buffer->dims[0]; ++k) {
    const auto at = makeNumber(int32, k);
    const auto moved =
        k == 0 ? entered
               : words_.mux(with(Operator::Eq, rank, at), entered, old[static_cast<std::size_t>(k) - 1], where);
    const auto isMoved = with(Operator::And, with(Operator::Le, rank, at), with(Operator::Le, at, count));
    stage_.emit(spatial::Write{way->name, words_.stagedIndex(place(k), where).expr,
                               words_.staged(moved, buffer->type, "the element", where).expr,
                               words_.staged(isMoved, bit, "the condition", where).expr},
                where);
  }
  set(way->tail, with(Operator::Add, tail, intValue(1)), where);
}

Memories::Merged Memories::mergeDeq(const MemoryRef& buffer, const Location& where) {
  if (buffer->merged) return {deq(buffer->merged, {}, where), {}};
  const auto with = [&](Operator op, const Value& a, const Value& b) { return words_.binary(op, a, b, where); };
  const auto valueOf = [&](const MemoryRef& reg) {
    return words_.bound(Staged{nameExpr(reg->name, where), int32, 1, false}, "count", where);
  };
  Value best, found = makeBit(false);
  Values takes, heads, lefts;
  for (const auto& way : buffer->ways) {
    heads.push_back(valueOf(way->head));
    lefts.push_back(valueOf(way->left));
    const auto has = words_.bound(with(Operator::And, with(Operator::Gt, lefts.back(), intValue(0)),
                                       with(Operator::Lt, heads.back(), valueOf(way->tail))),
                                  "has", where);
    const Staged word{
        spatial::Expr(
            {spatial::Read{way->name, words_.stagedIndex(position(way, heads.back(), where), where).expr}, where}),
        buffer->type, 2, false};
    const auto first = words_.bound(word, "first", where);
    auto isBest = has;
    if (!takes.empty()) {
      const auto isLess =
          with(Operator::Or, words_.unary(Operator::Not, found, where), with(Operator::Lt, first, best));
      isBest = words_.bound(with(Operator::And, has, isLess), "is_best", where);
      for (auto& earlier : takes)
        earlier =
            words_.bound(with(Operator::And, earlier, words_.unary(Operator::Not, isBest, where)), "takes", where);
    }
    best = takes.empty() ? first : words_.bound(words_.mux(isBest, first, best, where), "best", where);
    found = takes.empty() ? has : words_.bound(with(Operator::Or, found, has), "found", where);
    takes.push_back(isBest);
  }
  for (std::size_t i = 0; i < takes.size(); ++i) {
    const auto taken = words_.staged(takes[i], bit, "the condition", where).expr;
    stage_.emit(spatial::Set{buffer->ways[i]->head->name,
                             words_.stagedIndex(with(Operator::Add, heads[i], intValue(1)), where).expr, taken},
                where);
    stage_.emit(spatial::Set{buffer->ways[i]->left->name,
                             words_.stagedIndex(with(Operator::Sub, lefts[i], intValue(1)), where).expr, taken},
                where);
  }
  return {best, words_.unary(Operator::Not, found, where)};
}

}  // namespace stardust::dsl
