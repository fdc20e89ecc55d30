// Accesses to memories; a part of Memories. A memory of structs is one memory per field; each operation applies to all
// of them.
#pragma once

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

class Memories;

class WordAccess {
 public:
  explicit WordAccess(Memories& memories) : m_(memories) {}

  Value read(const MemoryRef& memory, const Values& indices, const Location& where);
  void write(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where);
  void set(const MemoryRef& memory, const Value& value, const Location& where, const Value& enable = {});
  /// memory(i, j) is a word. memory(a::b, i par p) and memory(addresses, n) are sections.
  Value at(const MemoryRef& memory, const Values& indices, const Location& where);
  /// Translates indices in a section, relative to the beginning of each range, to indices in the memory.
  Values placesIn(const Section& part, const Values& indices, const Location& where);
  /// Resets a Reg or RegFile to its initial words, if the condition holds.
  void reset(const MemoryRef& memory, const Value& condition, const Location& where);
  /// Shifts a RegFile by one along the dimension with index `*`, and inserts a value in front.
  void shift(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where);

 private:
  spatial::Expr flatIndex(const Memory& memory, const Values& indices, const Location& where);
  Section partOf(const MemoryRef& memory, const Values& indices, const Location& where);

  Memories& m_;
};

}  // namespace stardust::dsl
