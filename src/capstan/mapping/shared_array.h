// A memory, DRAM array or FIFO used by several contexts, and the uses that must wait for each other.
#pragma once

#include <set>
#include <vector>

#include "capstan/mapping/unit_graph.h"

namespace stardust::capstan {

using Uses = std::vector<MemoryUse>;

/// Contexts connected by streams of single words: none can stall without the others.
class Streams {
 public:
  explicit Streams(const UnitGraph& units);
  bool areLinked(Id a, Id b) { return find(a) == find(b); }

 private:
  Id find(Id id);
  void link(Id a, Id b) { parent_[find(a)] = find(b); }
  std::vector<Id> parent_;
};

/// The array shared by some uses.
struct SharedArray {
  SharedArray(UnitGraph& units, const MemoryUse& first);

  UnitGraph& units;
  Memory* memory = nullptr;  ///< null: a DRAM or a FIFO
  bool isFifo = false;
  Origin origin;

  const Context& context(const MemoryUse& use) const;
  /// Whether each iteration at this level has its own buffer of the memory.
  bool isBuffered(Id level) const { return memory && level == memory->level && level > 0 && memory->buffers > 1; }
};

/// Decides which uses are independent.
class OrderRules {
 public:
  OrderRules(const SharedArray& array, Streams& streams) : array_(array), streams_(streams) {}

  /// Records that the iterations of a loop access different words.
  void noteIndependent(Id loop) { independent_.insert(loop); }
  bool mustWait(const MemoryUse& first, const MemoryUse& second, Id level, bool isNext) const;
  bool mayOverlap(const MemoryUse& first, const MemoryUse& second, Id level) const;
  bool commute(const Uses& a, const Uses& b, Id level) const;
  /// Whether each iteration at this level has its own words of an SRAM. Code after the loop then waits for its last
  /// iteration, but its iterations do not wait for each other.
  bool isIndependent(const Uses& uses, Id level) const;
  /// Whether all uses are in the body of one loop over primitives, and the reads know the addresses of its writes.
  bool isWatched(const Uses& uses, Id level) const;

 private:
  bool isRelaxed(const MemoryUse& first, const MemoryUse& second) const;
  const Context& context(const MemoryUse& use) const { return array_.context(use); }

  const SharedArray& array_;
  Streams& streams_;
  std::set<Id> independent_;
};

}  // namespace stardust::capstan
