// FIFOs and stacks. A FIFO with one producer and one consumer is a stream. Any other FIFO is counted: its words are in
// an SRAM, and Regs count the elements enqueued and dequeued, in program order.
//
// There are two exceptions. If the producers of a FIFO are loops of their own, and a trial run with a counted FIFO
// leaves no elements, the FIFO becomes a stream and its producers take turns; its depth suffices because it sufficed in
// program order. If a trial run with several consumers fails, each consumer gets all elements, as in hardware, where a
// FIFO broadcasts to its readers, unless that fails, too.
#include <fmt/format.h>

#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {

MemoryRef Queues::stack(const DataType& type, std::int64_t depth, const Location& where) {
  auto words = m_.declarations.declare(Memory::Kind::Sram, type, {depth}, where);
  words->kind = Memory::Kind::Fifo;
  words->tail = m_.declarations.reg(words->name + "_top", int32, intValue(0), where);
  return words;
}

namespace {

/// The value of a constant condition.
std::optional<bool> knownOf(const Value& enable) {
  const auto* number = enable.get<Number>();
  return number ? std::optional(number->isTrue()) : std::nullopt;
}

}  // namespace

/// The address of an element of a counted queue.
Value Queues::position(const MemoryRef& queue, const Value& element, const Location& where) {
  if (!queue->head || !queue->wraps) return element;
  return m_.words.binary(Operator::Mod, element, makeNumber(int32, queue->dims[0]), where);
}

void Queues::enq(const MemoryRef& queue, const Value& value, const Value& enable, const Location& where) {
  // Also if the condition is constant and false: the element may dequeue from another FIFO, and the FIFO needs its
  // producer.
  if (knownOf(enable) == true) return enq(queue, value, {}, where);
  if (const auto* items = value.object<Collection>()) {
    for (const auto& item : items->items) enq(queue, item, enable, where);
    return;
  }
  m_.uses.use(queue, true, where);
  if (queue->isStruct()) {
    const auto parts = m_.words.partsOf(value, queue->whole, "the element", where);
    for (std::size_t i = 0; i < parts.size(); ++i) enq(queue->fields[i], parts[i], enable, where);
    return;
  }
  const auto element = m_.words.staged(value, queue->type, "the element", where);
  const auto condition =
      enable.get<Unit>() ? spatial::Expr() : m_.words.staged(enable, bit, "the condition", where).expr;
  if (!queue->isCounted()) {
    m_.stage.emit(spatial::Enq{queue->name, element.expr, condition}, where);
    return;
  }
  given_.push_back(queue);
  const auto tail =
      m_.words.bound(Staged{nameExpr(queue->tail->name, where), int32, 1, false}, queue->tail->name, where);
  const auto index = m_.words.stagedIndex(position(queue, tail, where), where).expr;
  m_.stage.emit(spatial::Write{queue->name, index, element.expr, condition}, where);
  const auto next = m_.words.stagedIndex(m_.words.binary(Operator::Add, tail, intValue(1), where), where).expr;
  m_.stage.emit(spatial::Set{queue->tail->name, next, condition}, where);
}

std::string Queues::streamed(const MemoryRef& queue, bool gives, const Location& where) {
  m_.uses.use(queue, gives, where);
  if (queue->isCounted() || queue->isStruct()) {
    failUser(fmt::format("{} is used in several places", queue->name), where,
             "a FIFO of a bit vector has one writer and one reader", "copy its elements to a FIFO of their own");
  }
  return queue->name;
}

Value Queues::deq(const MemoryRef& queue, const Value& enable, const Location& where) {
  const auto known = knownOf(enable);
  if (known && *known) return deq(queue, {}, where);
  if (known && !queue->isStruct()) return makeNumber(queue->type, std::int64_t{0});
  if (m_.uses.use(queue, false, where) && !queue->isStruct()) return Staged{nameExpr(queue->name, where), queue->type};
  if (queue->isStruct()) {
    Values parts;
    for (const auto& field : queue->fields) parts.push_back(deq(field, enable, where));
    return recordOf(queue->whole, std::move(parts));
  }
  if (!queue->isCounted()) {
    if (enable.get<Unit>()) return Staged{spatial::Expr({spatial::Deq{queue->name}, where}), queue->type, 2, false};
    const auto takes = m_.words.staged(enable, bit, "the condition", where).expr;
    const auto element = m_.stage.fresh(queue->name + "_element");
    const auto none = WordOperators::literal(makeNumber(queue->type, std::int64_t{0}), where).expr;
    m_.stage.emit(
        spatial::Val{
            element,
            spatial::Expr({spatial::Mux{takes, spatial::Expr({spatial::Deq{queue->name}, where}), none}, where})},
        where);
    conditional_[queue->name] = queue;
    return Staged{nameExpr(element, where), queue->type, 1, false};
  }
  if (enable.get<Unit>() && !m_.streams.behind(queue->name)) m_.streams.tookFrom({queue});
  const auto& counter = queue->head ? queue->head : queue->tail;
  const auto condition =
      enable.get<Unit>() ? spatial::Expr() : m_.words.staged(enable, bit, "the condition", where).expr;
  const Value before = m_.words.bound(Staged{nameExpr(counter->name, where), int32, 1, false}, counter->name, where);
  const auto next = m_.words.bound(
      m_.words.binary(queue->head ? Operator::Add : Operator::Sub, before, intValue(1), where), "next", where);
  const auto index = m_.words.stagedIndex(queue->head ? position(queue, before, where) : next, where).expr;
  const Staged word{spatial::Expr({spatial::Read{queue->name, index}, where}), queue->type, 2, false};
  const auto element = m_.words.bound(word, queue->name + "_element", where);
  m_.stage.emit(spatial::Set{counter->name, m_.words.stagedIndex(next, where).expr, condition}, where);
  return element;
}

MemoryRef Queues::conditionallyDequeued(const spatial::StmtNode& stmt) const {
  const auto* val = std::get_if<spatial::Val>(&stmt.kind);
  const auto* both = val ? std::get_if<spatial::Mux>(&val->value->kind) : nullptr;
  const auto* deq = both ? std::get_if<spatial::Deq>(&both->ifTrue->kind) : nullptr;
  const auto found = deq ? conditional_.find(deq->fifo) : conditional_.end();
  return found == conditional_.end() ? nullptr : found->second;
}

/// Counts the FIFOs from which a stage does not take an element in each iteration.
void Queues::countConditionallyDequeued(const spatial::Body& body) {
  for (const auto& stmt : body) {
    if (const auto queue = conditionallyDequeued(*stmt))
      m_.note(queue, countedQueue, "an element is taken under a condition");
    if (const auto* loop = std::get_if<spatial::Foreach>(&stmt->kind)) countConditionallyDequeued(loop->body);
    if (const auto* loop = std::get_if<spatial::Reduce>(&stmt->kind)) countConditionallyDequeued(loop->body);
  }
}

std::optional<Value> Queues::status(const MemoryRef& queue, const std::string& name, const Location& where) {
  static const std::set<std::string> names = {"numel", "isEmpty", "isFull", "isAlmostEmpty", "isAlmostFull", "peek"};
  if (names.count(name) == 0) return std::nullopt;
  if (queue->isStruct()) {
    if (name != "peek") return status(queue->fields.front(), name, where);
    Values parts;
    for (const auto& field : queue->fields) parts.push_back(*status(field, name, where));
    return recordOf(queue->whole, std::move(parts));
  }
  if (!queue->isCounted()) {
    m_.note(queue, countedQueue, "it is asked for " + name);
    return Value(makeNumber(name == "peek" ? queue->type : name == "numel" ? int32 : bit, std::int64_t{0}));
  }
  const auto count = [&](const MemoryRef& reg) -> Value { return Staged{nameExpr(reg->name, where), int32, 1, false}; };
  if (name == "peek") {
    const auto at = queue->head ? position(queue, count(queue->head), where)
                                : m_.words.binary(Operator::Sub, count(queue->tail), intValue(1), where);
    return Value(Staged{spatial::Expr({spatial::Read{queue->name, m_.words.stagedIndex(at, where).expr}, where}),
                        queue->type, 2, false});
  }
  const auto numel =
      queue->head ? m_.words.binary(Operator::Sub, count(queue->tail), count(queue->head), where) : count(queue->tail);
  if (name == "numel") return numel;
  const auto limit = [&](std::int64_t n) { return makeNumber(int32, n); };
  if (name == "isEmpty") return m_.words.binary(Operator::Eq, numel, limit(0), where);
  if (name == "isFull") return m_.words.binary(Operator::Eq, numel, limit(queue->dims[0]), where);
  if (name == "isAlmostEmpty") return m_.words.binary(Operator::Eq, numel, limit(1), where);
  return m_.words.binary(Operator::Eq, numel, limit(queue->dims[0] - 1), where);
}

}  // namespace stardust::dsl
