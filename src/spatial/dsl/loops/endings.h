// Loops that end by the accelerator's data, breaks, and what waits for ever; a part of Loops.
//   endless.cpp
#pragma once

#include "spatial/dsl/loops/domains.h"
#include "spatial/dsl/loops/trip_counts.h"

namespace stardust::dsl {

class Endings {
 public:
  explicit Endings(Loops& loops) : l_(loops) {}
  void beginStaging() { breakable_.clear(); }

  /// Where the condition holds the accelerator waits for what never comes; that is an error of the program, found when
  /// it is interpreted.
  void waitsForEver(const Value& condition, Rounds::Wait wait, const Location& where);
  /// Lets the host know whether this was ever true (`Rounds::ask`).
  void ask(const Value& condition, const Location& where);

  /// A Foreach in `outer`; `stop`: a Reg that ends it, or null.
  void enter(spatial::Body* outer, const MemoryRef& stop) { breakable_.push_back({outer, stop}); }
  struct Left {
    MemoryRef stop;                ///< set by a break; null: there is none
    std::vector<Location> breaks;  ///< the places
  };
  Left leave();
  /// Leaves the Foreach around this place if the condition holds, for good: a loop over primitives at once, another
  /// when this iteration is done.
  void breakWhen(const Value& condition, const Location& where);
  /// Breaks so far of the Foreach around this place.
  std::size_t breaks() const { return breakable_.empty() ? 0 : breakable_.back().breaks; }
  /// What stands behind a break in its body.
  void unlessLeft(const std::function<Value()>& rest, const Location& where);

  /// Foreach(*), or with breakWhen.
  void emitEndless(Domain loop, spatial::Body body, const std::vector<Streams::Sources>& sources, const MemoryRef& stop,
                   const Location& where);
  Rounds::Bound boundOfNext(const Location& where);
  /// A body that is run again as long as `goesOn` holds, which `before` computes at the begin of each round. Where it
  /// always does, a round begins when that is known: it is run once either way.
  void emitRounds(const Rounds::Bound& bound, spatial::Counter counter, const std::string& iterator,
                  spatial::Body before, const Value& goesOn, spatial::Body body, const Location& where);

 private:
  std::optional<std::int64_t> roundsOf(const spatial::Body& body, bool& takes);
  void measure(const Rounds::Bound& bound, const spatial::Counter& counter, const std::string& iterator,
               spatial::Body& body, const Location& where);

  struct Breakable {
    spatial::Body* outer;  ///< around the loop
    MemoryRef stop;
    std::size_t breaks = 0;          ///< that leave it at once
    std::vector<Location> places{};  ///< of all breaks
  };
  std::vector<Breakable> breakable_;  ///< the loops around the place that is staged
  Loops& l_;
};

}  // namespace stardust::dsl
