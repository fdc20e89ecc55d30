// Explains a deadlock: the full and empty FIFOs, and the units that wait for each other.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/engine/worker.h"
#include "support/diagnostic.h"

namespace stardust::sim {

/// Name of a unit or channel in reports: "Reduce acc", the note of its statement, and its place in the user's text.
struct Label {
  std::string name, note;
  Location where;
};

/// Labels of the graph of units, for reports.
struct Labels {
  std::vector<Label> workers;  ///< indexed by unit
  struct Channel {
    Label label;
    bool isFifo = false;  // declared in the user's text, hence named in reports; other channels connect units of one
                          // statement
    std::vector<UnitId> producers{};  ///< none, one, or several in sequence
    std::vector<UnitId> consumers{};  ///< indexed by reader
  };
  std::vector<Channel> channels;
};

/// Throws Error (wrong). The message lists each FIFO that a unit waits for, with its note, its place in the program and
/// the units at both ends; then the waits for other resources. Copies of one place are merged; 16 lines at most.
/// O(channels + units).
[[noreturn]] void failDeadlock(Engine& engine, const Labels& labels, std::string what);

/// Stops a run with events but no progress: no worker has fired or moved a word for `patience` cycles.
class Watchdog {
 public:
  Watchdog(Engine& engine, std::function<Labels()> labels, Cycle patience)
      : engine_(engine), labels_(std::move(labels)), patience_(patience), next_(patience) {}
  /// Call it periodically; it examines the units once per `patience` cycles.
  void check();

 private:
  Engine& engine_;
  std::function<Labels()> labels_;
  Cycle patience_, next_;
};

}  // namespace stardust::sim
