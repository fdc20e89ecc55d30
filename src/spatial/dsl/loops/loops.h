// Foreach and its blocks. Reductions, conditions and loop ends are parts of it, each with its own class and header.
// Internal to the room.
//   loops.cpp    lanes.cpp  vectorization    peeling.cpp  the first iteration    unswitching.cpp
#pragma once

#include "spatial/dsl/loops/control.h"
#include "spatial/dsl/loops/domains.h"
#include "spatial/dsl/loops/dynamic_loops.h"
#include "spatial/dsl/loops/reductions.h"

namespace stardust::dsl {

class Loops {
 public:
  Loops(Stage& s, WordOperators& w, Memories& m, Decisions& d, Invoke i)
      : stage(s), words(w), memories(m), decisions(d), invoke(std::move(i)), tripCounts(d.trips) {}
  Loops(const Loops&) = delete;
  Loops& operator=(const Loops&) = delete;
  void beginStaging();

  /// `stop`: the Reg that ends the loop after the iteration that sets it, or null.
  void foreach (const Values& counters, const Value& function, const MemoryRef& stop, const Location& where);
  /// Emits a loop whose body has been staged.
  void emit(Domain domain, spatial::Body body, const Location& where);
  /// Emits the side effects of an unused value: a dequeue takes its element even if no code uses it.
  void keepEffect(const Value& value, const Location& where);
  /// Pipe { … }: primitives become a stage of their own; controllers are stages already.
  Value unit(const std::function<Value()>& block, const Location& where);

  Stage& stage;
  WordOperators& words;
  Memories& memories;
  Decisions& decisions;
  const Invoke invoke;
  TripCountProfile tripCounts;        ///< trip counts of the loops whose end depends on data
  std::vector<MemoryRef> unswitched;  // FIFOs that become streams by unswitching a loop-invariant condition, in this
                                      // staging
  Domains domains{*this};
  Reductions reductions{*this};
  MemReductions memReductions{*this};
  DynamicLoops dynamicLoops{*this};
  Conditionals conditionals{*this};
  StateMachines machines{*this};

 private:
  bool emitPeeled(Domain& domain, spatial::Body& body, const Location& where);
  bool emitUnswitched(const Domain& domain, const spatial::Body& body, const Location& where);
  void writeOut(const std::vector<std::int64_t>& iterators, const Value& function, const Location& where);
};

}  // namespace stardust::dsl
