// Words of memories; a part of Memories. A memory of structs is one memory for each field: whatever is done to it is
// done to each of them.
#pragma once

#include "spatial/dsl/words/words.h"

namespace stardust::dsl {

class Memories;

class WordAccess {
 public:
  explicit WordAccess(Memories& memories) : m_(memories) {}

  Value read(const MemoryRef& memory, const Values& indices, const Location& where);
  void write(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where);
  void set(const MemoryRef& memory, const Value& value, const Location& where, const Value& enable = {});
  /// memory(i, j): a word. memory(a::b, i par p), memory(addresses, n): a part of it.
  Value at(const MemoryRef& memory, const Values& indices, const Location& where);
  /// The indices in a memory of those in a part of it, each of which counts from the begin of its range.
  Values placesIn(const Section& part, const Values& indices, const Location& where);
  /// A Reg, or the words of a RegFile, as at the begin, where the condition holds.
  void reset(const MemoryRef& memory, const Value& condition, const Location& where);
  /// Moves words of a RegFile on by one along the dimension whose index is `*`, and puts a value in front.
  void shift(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where);

 private:
  spatial::Expr flatIndex(const Memory& memory, const Values& indices, const Location& where);
  Section partOf(const MemoryRef& memory, const Values& indices, const Location& where);

  Memories& m_;
};

}  // namespace stardust::dsl
