// What is declared on and off the chip; a part of Memories.
#pragma once

#include "spatial/dsl/words/words.h"

namespace stardust::dsl {

class Memories;

class Declarations {
 public:
  explicit Declarations(Memories& memories) : m_(memories) {}

  /// A memory of so many words in each dimension, with the name that the val around it has.
  /// `held`: the elements that a FIFO has from the start, if it turns out to be counted.
  MemoryRef declare(Memory::Kind kind, const DataType& type, std::vector<std::int64_t> dims, const Location& where,
                    std::int64_t held = 0);
  /// A DRAM whose size is not known yet; then its size, in each dimension.
  MemoryRef unallocated(const DataType& type, const Location& where);
  static void allocate(const MemoryRef& dram, std::vector<std::int64_t> dims, const Location& where);
  MemoryRef reg(const std::string& hint, const DataType& type, const Value& reset, const Location& where);
  /// The program declares a Reg here, so it may count on what an iteration leaves in it; until a Reduce turns out to
  /// reset it.
  void mayKeep(const Location& where) { kept_.insert(where.span.begin); }
  void isReset(const MemoryRef& reg) { kept_.erase(reg->where.span.begin); }
  bool isKept(const Location& where) const { return kept_.count(where.span.begin) > 0; }
  /// Writes the words of a memory, row by row.
  void fill(const MemoryRef& memory, const Values& values, const Location& where);

 private:
  MemoryRef declareWords(Memory::Kind kind, const NumberType& type, const std::vector<std::int64_t>& dims,
                         const std::string& name, const Location& where);

  Memories& m_;
  std::set<std::size_t> kept_;  ///< places of declarations of Regs
};

}  // namespace stardust::dsl
