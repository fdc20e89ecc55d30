// MergeBuffer: queues whose elements are merged into one ascending sequence. If each input is bound and enqueued to at
// one place, and the output is consumed at one later place, the inputs are FIFOs of a merge unit (merging.cpp).
// Otherwise each input is a counted queue, and the next output is the least head of the inputs that have elements left
// in this merge.
#include <fmt/format.h>

#include "spatial/dsl/memories/memories.h"
#include "support/plural.h"

namespace stardust::dsl {
namespace {

constexpr std::int64_t mostWaiting = 1 << 16;  ///< capacity of an input
constexpr std::int64_t mostWays = 16, mostPar = 16;
constexpr std::int64_t unitDepth = 16;  ///< depth of the FIFOs of a merge unit

}  // namespace

MemoryRef MergeBuffers::declare(const DataType& type, std::int64_t ways, std::int64_t par, const Location& where) {
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
  const auto outer = m_.stage.hint;
  buffer->name = m_.stage.fresh(outer);
  const bool isCounted = m_.decisions.isNoted(where);
  for (std::int64_t i = 0; i < ways; ++i) {
    m_.stage.hint = fmt::format("{}_way{}", buffer->name, i);
    const auto way = isCounted ? m_.queues.stack(type, mostWaiting, where)
                               : m_.declarations.declare(Memory::Kind::Fifo, type, {unitDepth}, where);
    if (isCounted)
      way->head = m_.declarations.reg(way->name + "_head", int32, intValue(0),
                                      where);  // a stack from which the other end is taken
    way->left = m_.declarations.reg(way->name + "_left", int32,
                                    makeNumber(int32, std::int64_t{isCounted ? INT32_MAX : 0}), where);
    buffer->ways.push_back(way);
  }
  if (!isCounted) {
    m_.stage.hint = buffer->name + "_merged";
    buffer->merged = m_.declarations.declare(Memory::Kind::Fifo, type, {unitDepth}, where);
    merges_.push_back(buffer);
  }
  m_.stage.hint = outer;
  buffer->sorts = m_.declarations.reg(buffer->name + "_sorts", bit, makeBit(false), where);
  return buffer;
}

const MemoryRef& MergeBuffers::wayOf(const MemoryRef& buffer, const Value& way, const Location& where) {
  const auto number = m_.words.integer(way, "the way", where);
  if (number < 0 || number >= std::ssize(buffer->ways))
    failUser(fmt::format("{} has {}, not a way {}", buffer->name, counted(buffer->ways.size(), "way"), number), where,
             {}, "the first way is 0");
  return buffer->ways[static_cast<std::size_t>(number)];
}

void MergeBuffers::bound(const MemoryRef& buffer, const Value& way, const Value& count, const Location& where) {
  m_.access.set(wayOf(buffer, way, where)->left, count, where);
}

void MergeBuffers::sortFirst(const MemoryRef& buffer, const Value& condition, const Location& where) {
  buffer->isSorted = true;
  m_.access.set(buffer->sorts, condition, where);
}

/// Elements in arbitrary order are inserted in order among the preceding elements of their vector (`par` elements).
void MergeBuffers::enq(const MemoryRef& buffer, const Value& number, const Value& value, const Location& where) {
  const auto& way = wayOf(buffer, number, where);
  if (!buffer->isSorted || buffer->merged) return m_.queues.enq(way, value, {}, where);
  const auto with = [&](Operator op, const Value& a, const Value& b) { return m_.words.binary(op, a, b, where); };
  const auto entered = m_.words.bound(m_.words.staged(value, buffer->type, "the element", where), "entered", where);
  const auto tail = m_.words.bound(Staged{nameExpr(way->tail->name, where), int32, 1, false}, "tail", where);
  const auto par = makeNumber(int32, buffer->dims[0]);
  const auto count = m_.words.bound(with(Operator::Mod, tail, par), "count", where);
  const auto base = m_.words.bound(with(Operator::Sub, tail, count), "base", where);
  const auto place = [&](std::int64_t k) {
    return m_.queues.position(way, with(Operator::Add, base, makeNumber(int32, k)), where);
  };
  Values old;
  Value rank = intValue(0);  // number of elements that stay in front
  for (std::int64_t k = 0; k < buffer->dims[0]; ++k) {
    const Staged word{spatial::Expr({spatial::Read{way->name, m_.words.stagedIndex(place(k), where).expr}, where}),
                      buffer->type, 2, false};
    old.push_back(m_.words.bound(word, "old", where));
    const auto isBefore =
        with(Operator::And, with(Operator::Lt, makeNumber(int32, k), count), with(Operator::Le, old.back(), entered));
    rank = m_.words.bound(with(Operator::Add, rank, m_.words.mux(isBefore, intValue(1), intValue(0), where)), "rank",
                          where);
  }
  rank = m_.words.bound(m_.words.mux(Value(buffer->sorts), rank, count, where), "rank", where);
  for (std::int64_t k = 0; k < buffer->dims[0]; ++k) {
    const auto at = makeNumber(int32, k);
    const auto moved =
        k == 0 ? entered
               : m_.words.mux(with(Operator::Eq, rank, at), entered, old[static_cast<std::size_t>(k) - 1], where);
    const auto isMoved = with(Operator::And, with(Operator::Le, rank, at), with(Operator::Le, at, count));
    m_.stage.emit(spatial::Write{way->name, m_.words.stagedIndex(place(k), where).expr,
                                 m_.words.staged(moved, buffer->type, "the element", where).expr,
                                 m_.words.staged(isMoved, bit, "the condition", where).expr},
                  where);
  }
  m_.access.set(way->tail, with(Operator::Add, tail, intValue(1)), where);
}

MergeBuffers::Merged MergeBuffers::deq(const MemoryRef& buffer, const Location& where) {
  if (buffer->merged) return {m_.queues.deq(buffer->merged, {}, where), {}};
  const auto with = [&](Operator op, const Value& a, const Value& b) { return m_.words.binary(op, a, b, where); };
  const auto valueOf = [&](const MemoryRef& reg) {
    return m_.words.bound(Staged{nameExpr(reg->name, where), int32, 1, false}, "count", where);
  };
  Value best, found = makeBit(false);
  Values takes, heads, lefts;
  for (const auto& way : buffer->ways) {
    heads.push_back(valueOf(way->head));
    lefts.push_back(valueOf(way->left));
    const auto has = m_.words.bound(with(Operator::And, with(Operator::Gt, lefts.back(), intValue(0)),
                                         with(Operator::Lt, heads.back(), valueOf(way->tail))),
                                    "has", where);
    const Staged word{
        spatial::Expr(
            {spatial::Read{way->name, m_.words.stagedIndex(m_.queues.position(way, heads.back(), where), where).expr},
             where}),
        buffer->type, 2, false};
    const auto first = m_.words.bound(word, "first", where);
    auto isBest = has;
    if (!takes.empty()) {
      const auto isLess =
          with(Operator::Or, m_.words.unary(Operator::Not, found, where), with(Operator::Lt, first, best));
      isBest = m_.words.bound(with(Operator::And, has, isLess), "is_best", where);
      for (auto& earlier : takes)
        earlier =
            m_.words.bound(with(Operator::And, earlier, m_.words.unary(Operator::Not, isBest, where)), "takes", where);
    }
    best = takes.empty() ? first : m_.words.bound(m_.words.mux(isBest, first, best, where), "best", where);
    found = takes.empty() ? has : m_.words.bound(with(Operator::Or, found, has), "found", where);
    takes.push_back(isBest);
  }
  for (std::size_t i = 0; i < takes.size(); ++i) {
    const auto taken = m_.words.staged(takes[i], bit, "the condition", where).expr;
    m_.stage.emit(spatial::Set{buffer->ways[i]->head->name,
                               m_.words.stagedIndex(with(Operator::Add, heads[i], intValue(1)), where).expr, taken},
                  where);
    m_.stage.emit(spatial::Set{buffer->ways[i]->left->name,
                               m_.words.stagedIndex(with(Operator::Sub, lefts[i], intValue(1)), where).expr, taken},
                  where);
  }
  return {best, m_.words.unary(Operator::Not, found, where)};
}

}  // namespace stardust::dsl
