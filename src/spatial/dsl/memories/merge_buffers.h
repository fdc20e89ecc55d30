// MergeBuffers; a part of Memories.
//   merge_buffer.cpp  what is done to them    merging.cpp  where a unit merges
#pragma once

#include "spatial/dsl/words/words.h"

namespace stardust::dsl {

class Memories;

class MergeBuffers {
 public:
  explicit MergeBuffers(Memories& memories) : m_(memories) {}
  void beginStaging() { merges_.clear(); }

  MemoryRef declare(const DataType& type, std::int64_t ways, std::int64_t par, const Location& where);
  /// How many elements a way gives to the next merge.
  void bound(const MemoryRef& buffer, const Value& way, const Value& count, const Location& where);
  /// Whether the elements of each vector come in no order.
  void sortFirst(const MemoryRef& buffer, const Value& condition, const Location& where);
  void enq(const MemoryRef& buffer, const Value& way, const Value& value, const Location& where);
  struct Merged {
    Value element, isMissing;  ///< isMissing: nothing where a unit merges
  };
  Merged deq(const MemoryRef& buffer, const Location& where);
  /// Puts what merges between what comes in and what comes out; where that cannot be, the buffer is counted in the next
  /// staging.
  void place(spatial::Body& accel);

 private:
  const MemoryRef& wayOf(const MemoryRef& buffer, const Value& way, const Location& where);

  Memories& m_;
  std::vector<MemoryRef> merges_;  ///< those that a unit merges
};

}  // namespace stardust::dsl
