// Declarations of memories on and off the chip; a part of Memories.
#pragma once

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

class Memories;

class Declarations {
 public:
  explicit Declarations(Memories& memories) : m_(memories) {}

  /// Declares a memory with these extents, named after the enclosing val. `held`: initial elements of a FIFO, in case
  /// it is counted.
  MemoryRef declare(Memory::Kind kind, const DataType& type, std::vector<std::int64_t> dims, const Location& where,
                    std::int64_t held = 0);
  /// Declares a DRAM of unknown size; `allocate` sets its extents.
  MemoryRef unallocated(const DataType& type, const Location& where);
  static void allocate(const MemoryRef& dram, std::vector<std::int64_t> dims, const Location& where);
  MemoryRef reg(const std::string& hint, const DataType& type, const Value& reset, const Location& where);
  /// Records that the program declares a Reg here, so that it may keep a value across iterations, unless a Reduce
  /// resets it.
  void mayKeep(const Location& where) { kept_.insert(where.span.begin); }
  void isReset(const MemoryRef& reg) { kept_.erase(reg->where.span.begin); }
  bool isKept(const Location& where) const { return kept_.count(where.span.begin) > 0; }
  /// Writes the words of a memory in row-major order.
  void fill(const MemoryRef& memory, const Values& values, const Location& where);

 private:
  MemoryRef declareWords(Memory::Kind kind, const NumberType& type, const std::vector<std::int64_t>& dims,
                         const std::string& name, const Location& where);

  Memories& m_;
  std::set<std::size_t> kept_;  ///< places of Reg declarations that may keep a value
};

}  // namespace stardust::dsl
