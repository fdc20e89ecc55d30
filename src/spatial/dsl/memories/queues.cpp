// FIFOs and stacks. A FIFO that one place gives to and one takes from is a stream. Any other is counted: its words are
// in an SRAM, and Regs count the elements that were given and taken, in the order of the program. But if all of several
// places that give to a FIFO are loops of their own, and a first run with the counted FIFO leaves nothing in it, it is
// a stream, and they give in turn: what fits in the order of the program fits then, too. And if a first run fails where
// several places take from a FIFO, each of these sees all elements, as in hardware, where a FIFO is broadcast to its
// readers; unless that fails, too.
#include <fmt/format.h>

#include "spatial/dsl/memories/givers.h"
#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {
namespace {

constexpr const char* countedQueue = "counted: its words in an SRAM, and two Regs";

}  // namespace

MemoryRef Memories::stack(const DataType& type, std::int64_t depth, const Location& where) {
  auto words = declare(Memory::Kind::Sram, type, {depth}, where);
  words->kind = Memory::Kind::Fifo;
  words->tail = reg(words->name + "_top", int32, intValue(0), where);
  return words;
}

/// The second place that takes from a stream makes it a queue that is counted; and the second that gives, unless they
/// take turns. True: Accel is staged once more, and what is staged now is thrown away.
bool Memories::use(const MemoryRef& queue, bool gives, const Location& where) {
  if (!stage_.isActive()) failUser(fmt::format("{} is used in Accel", queue->name), where);
  if (writesOutLoops(queue)) return true;
  auto& places = (gives ? givers_ : takers_)[queue];
  const bool isShared = decisions_.isShared(queue->where);
  if (++places > 1 && !gives && !queue->isCounted() && !isShared)
    note(queue, countedQueue, "several places take from it");
  return false;
}

/// Copies of a body cannot use one FIFO at a time. If all iterations of a loop are copies they are written out, one
/// after the other: then they take turns, and their conditions may be known. (The innermost loop has lanes, not
/// copies.)
bool Memories::writesOutLoops(const MemoryRef& queue) {
  const auto around = loopsAround_.find(queue);
  if (around == loopsAround_.end()) return false;
  bool isAny = false;
  for (auto i = around->second; i + 1 < loops_.size(); ++i) {
    if (!loops_[i].hasAllAtOnce) continue;
    decisions_.note(loops_[i].where, {"the loop", "written out", "its copies share " + queue->name});
    isAny = true;
  }
  return isAny;
}

namespace {

/// A condition that is known.
std::optional<bool> knownOf(const Value& enable) {
  const auto* number = enable.get<Number>();
  return number ? std::optional(number->isTrue()) : std::nullopt;
}

}  // namespace

/// The FIFOs that several places give to: counted for good, or until it is known whether elements are left in them.
void Memories::findTurns(const spatial::Body& accel) {
  const auto inTurn = givenInTurn(accel);
  std::vector<MemoryRef> trials;  // behind what is noted: it is decided by all of this staging
  for (const auto& [queue, givers] : givers_) {
    if (givers < 2 || queue->isCounted() || queue->isStruct()) continue;
    if (inTurn.count(queue->name) > 0 && !streamBehind(queue->name)) trials.push_back(queue);
    else note(queue, countedQueue, "several places give to it, which cannot take turns");
  }
  for (const auto& queue : trials)
    decisions_.tryTurns(queue->where, {queue->name, countedQueue, "several places give to it"});
}

namespace {

constexpr std::int64_t deepest = std::int64_t{1} << 16, growth = 8;

}  // namespace

bool Memories::mayDeepen(const MemoryRef& queue, const Location& where) {
  const bool isStack = !leavesOf(queue).front()->head;
  if (streaming_ == 0 || isStack || queue->dims[0] >= deepest) return false;
  mayBeFull_.emplace_back(queue, where);
  return true;
}

std::int64_t Memories::deeper(const MemoryRef& queue) { return std::min(deepest, queue->dims[0] * growth); }

std::vector<MemoryRef> Memories::takenBySeveral(const Places& takers, const std::function<bool(const MemoryRef&)>& is) {
  std::map<Place, MemoryRef> byPlace;
  for (const auto& [queue, places] : takers) {
    if (places <= 1 || !is(queue)) continue;
    byPlace.try_emplace(placeOf(queue->where), queue);
  }
  std::vector<MemoryRef> result;
  for (const auto& [place, queue] : byPlace) result.push_back(queue);
  return result;
}

std::vector<MemoryRef> Memories::shareable() const {
  return takenBySeveral(takers_,
                        [&](const MemoryRef& queue) { return queue->isCounted() && !streamBehind(queue->name); });
}

/// What gen_bitvector gives and a scan takes are words on a stream, which no counting can stand for.
std::vector<MemoryRef> Memories::shareableBitVectors() const {
  return takenBySeveral(takersBefore_, [&](const MemoryRef& queue) {
    const bool isOfBits = !queue->isStruct() && queue->type == uint32;
    return isOfBits && decisions_.isNoted(queue->where) && !streamBehind(queue->name);
  });
}

std::vector<MemoryRef> Memories::sharedQueues() const {
  return takenBySeveral(takers_, [&](const MemoryRef& queue) { return decisions_.isShared(queue->where); });
}

/// Where an element of a counted queue is.
Value Memories::position(const MemoryRef& queue, const Value& element, const Location& where) {
  if (!queue->head || !queue->wraps) return element;
  return words_.binary(Operator::Mod, element, makeNumber(int32, queue->dims[0]), where);
}

void Memories::enq(const MemoryRef& queue, const Value& value, const Value& enable, const Location& where) {
  // Also where it is known that nothing is given: the element may take one of another FIFO, and a FIFO has a giver.
  if (knownOf(enable) == true) return enq(queue, value, {}, where);
  if (const auto* items = value.object<Collection>()) {
    for (const auto& item : items->items) enq(queue, item, enable, where);
    return;
  }
  use(queue, true, where);
  if (queue->isStruct()) {
    const auto parts = words_.partsOf(value, queue->whole, "the element", where);
    for (std::size_t i = 0; i < parts.size(); ++i) enq(queue->fields[i], parts[i], enable, where);
    return;
  }
  const auto element = words_.staged(value, queue->type, "the element", where);
  const auto condition = enable.get<Unit>() ? spatial::Expr() : words_.staged(enable, bit, "the condition", where).expr;
  if (!queue->isCounted()) {
    stage_.emit(spatial::Enq{queue->name, element.expr, condition}, where);
    return;
  }
  given_.push_back(queue);
  const auto tail = words_.bound(Staged{nameExpr(queue->tail->name, where), int32, 1, false}, queue->tail->name, where);
  const auto index = words_.stagedIndex(position(queue, tail, where), where).expr;
  stage_.emit(spatial::Write{queue->name, index, element.expr, condition}, where);
  const auto next = words_.stagedIndex(words_.binary(Operator::Add, tail, intValue(1), where), where).expr;
  stage_.emit(spatial::Set{queue->tail->name, next, condition}, where);
}

std::string Memories::streamed(const MemoryRef& queue, bool gives, const Location& where) {
  use(queue, gives, where);
  if (queue->isCounted() || queue->isStruct()) {
    failUser(fmt::format("{} is used in several places", queue->name), where,
             "a FIFO of a bit vector has one writer and one reader", "copy its elements to a FIFO of their own");
  }
  return queue->name;
}

Value Memories::deq(const MemoryRef& queue, const Value& enable, const Location& where) {
  const auto known = knownOf(enable);
  if (known && *known) return deq(queue, {}, where);
  if (known && !queue->isStruct()) return makeNumber(queue->type, std::int64_t{0});
  if (use(queue, false, where) && !queue->isStruct()) return Staged{nameExpr(queue->name, where), queue->type};
  if (queue->isStruct()) {
    Values parts;
    for (const auto& field : queue->fields) parts.push_back(deq(field, enable, where));
    return recordOf(queue->whole, std::move(parts));
  }
  if (!queue->isCounted()) {
    if (enable.get<Unit>()) return Staged{spatial::Expr({spatial::Deq{queue->name}, where}), queue->type, 2, false};
    const auto takes = words_.staged(enable, bit, "the condition", where).expr;
    const auto element = stage_.fresh(queue->name + "_element");
    const auto none = Words::literal(makeNumber(queue->type, std::int64_t{0}), where).expr;
    stage_.emit(
        spatial::Val{
            element,
            spatial::Expr({spatial::Mux{takes, spatial::Expr({spatial::Deq{queue->name}, where}), none}, where})},
        where);
    conditional_[queue->name] = queue;
    return Staged{nameExpr(element, where), queue->type, 1, false};
  }
  if (enable.get<Unit>() && !streamBehind(queue->name)) tookFrom({queue});
  const auto& counter = queue->head ? queue->head : queue->tail;
  const auto condition = enable.get<Unit>() ? spatial::Expr() : words_.staged(enable, bit, "the condition", where).expr;
  const Value before = words_.bound(Staged{nameExpr(counter->name, where), int32, 1, false}, counter->name, where);
  const auto next = words_.bound(words_.binary(queue->head ? Operator::Add : Operator::Sub, before, intValue(1), where),
                                 "next", where);
  const auto index = words_.stagedIndex(queue->head ? position(queue, before, where) : next, where).expr;
  const Staged word{spatial::Expr({spatial::Read{queue->name, index}, where}), queue->type, 2, false};
  const auto element = words_.bound(word, queue->name + "_element", where);
  stage_.emit(spatial::Set{counter->name, words_.stagedIndex(next, where).expr, condition}, where);
  return element;
}

void Memories::joinGivers(const std::string& fifo) {
  for (auto& [queue, givers] : givers_) givers -= queue->name == fifo ? 1 : 0;
}

MemoryRef Memories::takenSometimes(const spatial::StmtNode& stmt) const {
  const auto* val = std::get_if<spatial::Val>(&stmt.kind);
  const auto* both = val ? std::get_if<spatial::Mux>(&val->value->kind) : nullptr;
  const auto* deq = both ? std::get_if<spatial::Deq>(&both->ifTrue->kind) : nullptr;
  const auto found = deq ? conditional_.find(deq->fifo) : conditional_.end();
  return found == conditional_.end() ? nullptr : found->second;
}

/// A stage takes an element in each iteration, or the FIFO is counted.
void Memories::countTakenSometimes(const spatial::Body& body) {
  for (const auto& stmt : body) {
    if (const auto queue = takenSometimes(*stmt)) note(queue, countedQueue, "an element is taken under a condition");
    if (const auto* loop = std::get_if<spatial::Foreach>(&stmt->kind)) countTakenSometimes(loop->body);
    if (const auto* loop = std::get_if<spatial::Reduce>(&stmt->kind)) countTakenSometimes(loop->body);
  }
}

std::optional<Value> Memories::status(const MemoryRef& queue, const std::string& name, const Location& where) {
  static const std::set<std::string> names = {"numel", "isEmpty", "isFull", "isAlmostEmpty", "isAlmostFull", "peek"};
  if (names.count(name) == 0) return std::nullopt;
  if (queue->isStruct()) {
    if (name != "peek") return status(queue->fields.front(), name, where);
    Values parts;
    for (const auto& field : queue->fields) parts.push_back(*status(field, name, where));
    return recordOf(queue->whole, std::move(parts));
  }
  if (!queue->isCounted()) {
    note(queue, countedQueue, "it is asked for " + name);
    return Value(makeNumber(name == "peek" ? queue->type : name == "numel" ? int32 : bit, std::int64_t{0}));
  }
  const auto count = [&](const MemoryRef& reg) -> Value { return Staged{nameExpr(reg->name, where), int32, 1, false}; };
  if (name == "peek") {
    const auto at = queue->head ? position(queue, count(queue->head), where)
                                : words_.binary(Operator::Sub, count(queue->tail), intValue(1), where);
    return Value(Staged{spatial::Expr({spatial::Read{queue->name, words_.stagedIndex(at, where).expr}, where}),
                        queue->type, 2, false});
  }
  const auto numel =
      queue->head ? words_.binary(Operator::Sub, count(queue->tail), count(queue->head), where) : count(queue->tail);
  if (name == "numel") return numel;
  const auto limit = [&](std::int64_t n) { return makeNumber(int32, n); };
  if (name == "isEmpty") return words_.binary(Operator::Eq, numel, limit(0), where);
  if (name == "isFull") return words_.binary(Operator::Eq, numel, limit(queue->dims[0]), where);
  if (name == "isAlmostEmpty") return words_.binary(Operator::Eq, numel, limit(1), where);
  return words_.binary(Operator::Eq, numel, limit(queue->dims[0] - 1), where);
}

}  // namespace stardust::dsl
