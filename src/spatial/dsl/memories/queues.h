// FIFOs and stacks; a part of Memories.
//   queues.cpp  what is done to them    held.cpp  how many elements they hold
#pragma once

#include <map>

#include "spatial/dsl/words/words.h"

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
  /// The FIFO of which a statement takes an element under a condition (val x = mux(condition, fifo.deq, 0)), or null.
  MemoryRef takenSometimes(const spatial::StmtNode& stmt) const;
  /// A stage takes an element in each iteration, or the FIFO is counted.
  void countTakenSometimes(const spatial::Body& body);
  /// The name of a FIFO that a unit gives to or takes from; throws Error (user) if it is used in other places too.
  std::string streamed(const MemoryRef& queue, bool gives, const Location& where);
  /// numel, isEmpty, isFull, isAlmostEmpty, isAlmostFull, peek; none for another name.
  std::optional<Value> status(const MemoryRef& queue, const std::string& name, const Location& where);
  /// How many elements there are, for who takes all of them.
  Value held(const MemoryRef& queue, const Location& where);
  /// Where an element of a counted queue is.
  Value position(const MemoryRef& queue, const Value& element, const Location& where);
  /// Counted queues, by the place that gives.
  const std::vector<MemoryRef>& given() const { return given_; }

 private:
  Value addedUp(const std::string& queue, std::size_t place, const Location& where);

  Memories& m_;
  std::map<std::string, MemoryRef> conditional_;  ///< FIFOs of which an element is taken under a condition, by name
  std::vector<MemoryRef> given_;
};

}  // namespace stardust::dsl
