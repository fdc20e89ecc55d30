// Tiles between DRAM and the chip, and the lines of LineBuffers; parts of Memories.
//   transfers.cpp    lines.cpp
#pragma once

#include "spatial/dsl/words/words.h"

namespace stardust::dsl {

class Memories;

class Transfers {
 public:
  explicit Transfers(Memories& memories) : m_(memories) {}
  /// dram(…) to or from a memory on the chip; `length` bounds the words of a row, or is nothing.
  void move(const Value& local, const Section& section, bool isLoad, const Value& length, const Location& where);
  /// Words of one memory of numbers, from `base` on.
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
  /// Rows of a window over an array; `stride` of them come at once.
  MemoryRef declare(const DataType& type, const std::vector<std::int64_t>& dims, std::int64_t stride,
                    const Location& where);
  /// The next element of the row that comes: its column moves on.
  void enterElement(const MemoryRef& lines, const Value& row, const Value& value, const Location& where);
  void loadRows(const MemoryRef& lines, const Section& section, const Location& where);

 private:
  Memories& m_;
};

}  // namespace stardust::dsl
