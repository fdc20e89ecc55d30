// Why a run does not go on: the FIFOs that are full or empty, and who waits for whom.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/engine/worker.h"
#include "support/diagnostic.h"

namespace stardust::sim {

/// What people call a unit or a channel: "Reduce acc", the note of its statement, and the place in the user's text.
struct Label {
  std::string name, note;
  Location where;
};

/// The graph of units as it was made, for people.
struct Labels {
  std::vector<Label> workers;  ///< by unit
  struct Channel {
    Label label;
    bool isFifo = false;  ///< of the user's text, so that it is named; others are between units of one statement
    std::vector<UnitId> producers{};  ///< none, or several that give one after the other
    std::vector<UnitId> consumers{};  ///< by reader
  };
  std::vector<Channel> channels;
};

/// Throws Error (wrong): each FIFO that someone waits for with its note and its place in the program, the units at both
/// ends, then the waits for other things; copies of one place together, 16 lines at most. O(channels + units).
[[noreturn]] void failDeadlock(Engine& engine, const Labels& labels, std::string what);

/// Stops a run in which events go on, but no worker has fired or moved a word for `patience` cycles.
class Watchdog {
 public:
  Watchdog(Engine& engine, std::function<Labels()> labels, Cycle patience)
      : engine_(engine), labels_(std::move(labels)), patience_(patience), next_(patience) {}
  /// To be called now and then; looks at the units once in `patience` cycles.
  void check();

 private:
  Engine& engine_;
  std::function<Labels()> labels_;
  Cycle patience_, next_;
};

}  // namespace stardust::sim
