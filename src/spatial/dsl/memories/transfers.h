// Transfers between DRAM and on-chip memories, and the rows of LineBuffers; parts of Memories.
//   transfers.cpp    lines.cpp
#pragma once

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

class Memories;

class Transfers {
 public:
  explicit Transfers(Memories& memories) : m_(memories) {}
  /// Moves dram(…) to or from an on-chip memory; `length` bounds the words of a row, or is null.
  void move(const Value& local, const Section& section, bool isLoad, const Value& length, const Location& where);
  /// Moves words of one memory of numbers, starting at `base`.
  void moveWords(const MemoryRef& local, const spatial::Expr& base, const Section& section, bool isLoad,
                 const Value& length, const Location& where);
  static Section whole(const MemoryRef& dram, const Value& par = {});

 private:
  void moveCounted(const MemoryRef& queue, const Section& section, bool isLoad, const Location& where);
  void gather(const MemoryRef& local, const Section& section, bool isGather, const Location& where);

  Memories& m_;
};

class LineBuffers {
 public:
  explicit LineBuffers(Memories& memories) : m_(memories) {}
  /// Declares a window over the rows of an array; `stride` rows enter at a time.
  MemoryRef declare(const DataType& type, const std::vector<std::int64_t>& dims, std::int64_t stride,
                    const Location& where);
  /// Inserts the next element of the row that enters, and advances its column.
  void enterElement(const MemoryRef& lines, const Value& row, const Value& value, const Location& where);
  void loadRows(const MemoryRef& lines, const Section& section, const Location& where);

 private:
  Memories& m_;
};

}  // namespace stardust::dsl
