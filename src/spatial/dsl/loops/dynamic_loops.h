// Loops whose end depends on the accelerator's data, breaks, and waits without end; a part of Loops.
//   endless.cpp
#pragma once

#include "spatial/dsl/loops/domains.h"
#include "spatial/dsl/loops/trip_count_profile.h"

namespace stardust::dsl {

class DynamicLoops {
 public:
  explicit DynamicLoops(Loops& loops) : l_(loops) {}
  void beginStaging() { breakable_.clear(); }

  /// Records that the accelerator waits for ever if the condition holds. This is an error of the program, which a trial
  /// run detects.
  void waitsForEver(const Value& condition, TripCountProfile::Wait wait, const Location& where);
  /// Records for the host whether the condition was ever true (`TripCountProfile::ask`).
  void ask(const Value& condition, const Location& where);

  /// Enters a Foreach in the body `outer`; `stop`: the Reg that ends it, or null.
  void enter(spatial::Body* outer, const MemoryRef& stop) { breakable_.push_back({outer, stop}); }
  struct Left {
    MemoryRef stop;                ///< the Reg that a break sets; null if there is no break
    std::vector<Location> breaks;  ///< places of the breaks
  };
  Left leave();
  /// Leaves the enclosing Foreach if the condition holds: a loop over primitives at once, any other loop at the end of
  /// this iteration.
  void breakWhen(const Value& condition, const Location& where);
  /// Number of breaks of the enclosing Foreach so far.
  std::size_t breaks() const { return breakable_.empty() ? 0 : breakable_.back().breaks; }
  /// Stages the code after a break under the condition that no break was taken.
  void unlessLeft(const std::function<Value()>& rest, const Location& where);

  /// Emits a Foreach(*), or a Foreach with breakWhen.
  void emitDynamic(Domain loop, spatial::Body body, const std::vector<Streams::Sources>& sources, const MemoryRef& stop,
                   const Location& where);
  TripCountProfile::Bound boundOfNext(const Location& where);
  /// Emits a body that repeats while `goesOn` holds; `before` computes the condition at the start of each iteration.
  /// With an exact trip count the body runs in every iteration, but still after the computation of the condition.
  void emitBounded(const TripCountProfile::Bound& bound, spatial::Counter counter, const std::string& iterator,
                   spatial::Body before, const Value& goesOn, spatial::Body body, const Location& where);

 private:
  std::optional<std::int64_t> tripCountOf(const spatial::Body& body, bool& takes);
  void measure(const TripCountProfile::Bound& bound, const spatial::Counter& counter, const std::string& iterator,
               spatial::Body& body, const Location& where);

  struct Breakable {
    spatial::Body* outer;  ///< the body that contains the loop
    MemoryRef stop;
    std::size_t breaks = 0;          ///< breaks that leave the loop at once
    std::vector<Location> places{};  ///< places of all breaks
  };
  std::vector<Breakable> breakable_;  ///< the loops around the staged place
  Loops& l_;
};

}  // namespace stardust::dsl
