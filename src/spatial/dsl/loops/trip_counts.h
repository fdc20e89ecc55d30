// Loops that end when the accelerator's data says so; internal to the room.
//
// A loop of the Spatial IR is as long as is known when it begins. One that ends by its data becomes a loop of so many
// rounds, each of which does nothing once the condition fails. How many rounds that takes is found by interpreting
// Accel: with few, then with more, until the condition failed before the last. What is mapped and simulated has no more
// rounds than the longest run of the loop; if all of its runs are as long, no condition is left.
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

class Rounds {
 public:
  explicit Rounds(TripCounts& trips) : trips_(trips) {}
  void beginStaging() {
    loops_.clear();
    watches_.clear();
    questions_.clear();
  }
  struct Bound {
    std::size_t loop;  ///< its number
    std::int64_t rounds;
    bool isExact;  ///< each run of the loop takes them all
    /// Regs that keep the rounds of the longest run so far, those of all runs, and how many runs there were; empty:
    /// they are known.
    std::string most, all, runs;
    bool isMeasured() const { return !most.empty(); }
  };
  /// Gives an unused name like this one.
  using Fresh = std::function<std::string(const std::string& hint)>;
  /// The next loop in the order of the program; `dependOn`: it is not known without how long it is.
  Bound next(const Fresh& fresh, const Location& where);
  void dependOn(const Bound& bound) { loops_[bound.loop].isMeant = true; }
  /// "this `what`", which is never done, because of `why`.
  struct Wait {
    std::string what, why, remedy;
    /// "takes an element though `where` …"
    static Wait forElement(const std::string& where);
  };
  /// A place where the accelerator may wait for ever: the Reg that is set there, or nothing if it is known that it does
  /// not.
  std::string watch(std::string reg, std::string argument, Wait wait, const Location& where);
  /// Something that may be true of a place: the Reg to set if it is, or nothing if it is known.
  std::string ask(std::string reg, std::string argument, const Location& where);
  /// Whether all loops of this staging are as long as they have to be.
  bool areKnown() const { return trips_.areKnown || seen().empty(); }
  /// The program with what tells the host how many rounds its loops took.
  spatial::Program measured(spatial::Program program) const;
  /// What a run of it shows.
  struct Facts {
    struct Loop {
      Location where;
      std::int64_t longest, all, runs;  ///< rounds of the longest run, rounds of all runs, and how many runs
      bool isMeant;                     ///< the program depends on its length
    };
    std::vector<Loop> loops;
    std::vector<std::pair<Wait, Location>> waits;  ///< places that wait for ever
    std::set<Place> wereTrue;                      ///< what was asked
  };
  Facts factsOf(const spatial::RunOutput& output) const;
  /// The loops on whose lengths this staging depends, by number.
  std::map<std::size_t, Location> meant() const;

 private:
  /// A Reg, and the argument by which the host sees it.
  struct Seen {
    std::string reg, argument;
    Location where;
  };
  struct Loop {
    Seen most, all, runs;
    bool isMeant = false;
  };
  struct Watch {
    Seen reg;
    Wait wait;
  };
  std::vector<Seen> seen() const;
  std::vector<Watch> watches_;   ///< of this staging
  std::vector<Seen> questions_;  ///< of this staging
  std::vector<Loop> loops_;      ///< of this staging
  TripCounts& trips_;
};

}  // namespace stardust::dsl
