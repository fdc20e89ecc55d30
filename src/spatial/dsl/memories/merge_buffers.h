// MergeBuffers; a part of Memories.
//   merge_buffer.cpp  their operations    merging.cpp  placement of merge units
#pragma once

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

class Memories;

class MergeBuffers {
 public:
  explicit MergeBuffers(Memories& memories) : m_(memories) {}
  void beginStaging() { merges_.clear(); }

  MemoryRef declare(const DataType& type, std::int64_t ways, std::int64_t par, const Location& where);
  /// Sets the number of elements of an input in the next merge.
  void bound(const MemoryRef& buffer, const Value& way, const Value& count, const Location& where);
  /// Sets whether the elements of each vector are unordered.
  void sortFirst(const MemoryRef& buffer, const Value& condition, const Location& where);
  void enq(const MemoryRef& buffer, const Value& way, const Value& value, const Location& where);
  struct Merged {
    Value element, isMissing;  ///< isMissing: null if a unit merges
  };
  Merged deq(const MemoryRef& buffer, const Location& where);
  /// Places the merge unit between producers and consumer. If that is impossible, the next staging counts the buffer.
  void place(spatial::Body& accel);

 private:
  const MemoryRef& wayOf(const MemoryRef& buffer, const Value& way, const Location& where);

  Memories& m_;
  std::vector<MemoryRef> merges_;  ///< the buffers with a merge unit
};

}  // namespace stardust::dsl
