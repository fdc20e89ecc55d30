// Trip counts of loops whose end depends on the accelerator's data; internal to the room.
//
// The trip count of a loop of the Spatial IR is known when the loop begins. A loop whose end depends on data becomes a
// loop with a fixed trip count, whose iterations do nothing once the condition fails. Trial runs of the interpreter
// determine the trip count: it grows until the condition fails before the last iteration. The mapped and simulated
// program uses the trip count of the loop's longest execution. If all executions have the same trip count, the
// condition is dropped.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "spatial/dsl/decisions.h"
#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::dsl {

class TripCountProfile {
 public:
  explicit TripCountProfile(TripCounts& trips) : trips_(trips) {}
  void beginStaging() {
    loops_.clear();
    watches_.clear();
    questions_.clear();
  }
  struct Bound {
    std::size_t loop;  ///< index of the loop
    std::int64_t tripCount;
    bool isExact;  ///< all executions have the same trip count
    /// Regs with the greatest trip count so far, the sum of all trip counts, and the number of executions; empty if the
    /// trip count is known.
    std::string most, all, runs;
    bool isMeasured() const { return !most.empty(); }
  };
  /// Makes an unused name from a hint.
  using Fresh = std::function<std::string(const std::string& hint)>;
  /// The next loop in program order; `dependOn`: the program is unknown without its trip count.
  Bound next(const Fresh& fresh, const Location& where);
  void dependOn(const Bound& bound) { loops_[bound.loop].isDependedOn = true; }
  /// A wait without end: "this `what`" never completes, because of `why`.
  struct Wait {
    std::string what, why, remedy;
    /// "takes an element though `where` …"
    static Wait forElement(const std::string& where);
  };
  /// Registers a place where the accelerator may wait for ever. Returns the Reg to set there; empty if it is known not
  /// to wait.
  std::string watch(std::string reg, std::string argument, Wait wait, const Location& where);
  /// Registers a condition that may become true at a place. Returns the Reg to set when it does; empty if the answer is
  /// known.
  std::string ask(std::string reg, std::string argument, const Location& where);
  /// Whether the trip counts of all loops of this staging are sufficient.
  bool areKnown() const { return trips_.areKnown || seen().empty(); }
  /// Adds the instrumentation that reports trip counts to the host.
  spatial::Program measured(spatial::Program program) const;
  /// Results of a run of the instrumented program.
  struct Facts {
    struct Loop {
      Location where;
      std::int64_t longest, all, runs;  ///< greatest trip count, sum of all trip counts, number of executions
      bool isDependedOn;                ///< the program depends on the trip count
    };
    std::vector<Loop> loops;
    std::vector<std::pair<Wait, Location>> waits;  ///< places that wait without end
    std::set<Place> wereTrue;                      ///< the conditions (`ask`) that were true
  };
  Facts factsOf(const spatial::RunOutput& output) const;
  /// The loops on whose trip counts this staging depends, by index.
  std::map<std::size_t, Location> dependedOn() const;

 private:
  /// A Reg, and the ArgOut by which the host reads it.
  struct Seen {
    std::string reg, argument;
    Location where;
  };
  struct Loop {
    Seen most, all, runs;
    bool isDependedOn = false;
  };
  struct Watch {
    Seen reg;
    Wait wait;
  };
  std::vector<Seen> seen() const;
  std::vector<Watch> watches_;   ///< places of this staging
  std::vector<Seen> questions_;  ///< conditions of this staging
  std::vector<Loop> loops_;      ///< loops of this staging
  TripCounts& trips_;
};

}  // namespace stardust::dsl
