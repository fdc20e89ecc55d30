// FIFOs and stacks; a part of Memories.
//   queues.cpp  their operations    held.cpp  their element counts
#pragma once

#include <map>

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

class Memories;

class Queues {
 public:
  explicit Queues(Memories& memories) : m_(memories) {}
  void beginStaging() {
    conditional_.clear();
    given_.clear();
  }

  MemoryRef stack(const DataType& type, std::int64_t depth, const Location& where);
  void enq(const MemoryRef& queue, const Value& value, const Value& enable, const Location& where);
  Value deq(const MemoryRef& queue, const Value& enable, const Location& where);
  /// The FIFO from which a statement dequeues conditionally (val x = mux(condition, fifo.deq, 0)), or null.
  MemoryRef conditionallyDequeued(const spatial::StmtNode& stmt) const;
  /// Counts the FIFOs from which a stage does not take an element in each iteration.
  void countConditionallyDequeued(const spatial::Body& body);
  /// The name of a FIFO for a unit that produces or consumes its elements; throws Error (user) if it has further uses.
  std::string streamed(const MemoryRef& queue, bool gives, const Location& where);
  /// numel, isEmpty, isFull, isAlmostEmpty, isAlmostFull, peek; none for any other name.
  std::optional<Value> status(const MemoryRef& queue, const std::string& name, const Location& where);
  /// Element count of a queue, for a consumer that reads the queue to the end.
  Value elementCount(const MemoryRef& queue, const Location& where);
  /// The address of an element of a counted queue.
  Value position(const MemoryRef& queue, const Value& element, const Location& where);
  /// Counted queues, in the order of their enqueues.
  const std::vector<MemoryRef>& given() const { return given_; }

 private:
  Value summedCount(const std::string& queue, std::size_t place, const Location& where);

  Memories& m_;
  std::map<std::string, MemoryRef> conditional_;  ///< FIFOs with conditional dequeues, by name
  std::vector<MemoryRef> given_;
};

}  // namespace stardust::dsl
