// Why a program does not go on: the FIFOs that are full or empty, and who waits for whom.
#pragma once

#include <string>

#include "sim/engine.h"

namespace stardust::sim {

/// Throws Error (wrong): each FIFO that someone waits for with its note and its place in the program, the units at both
/// ends, then the waits for other things; copies of one place together, 16 lines at most. O(channels + units).
[[noreturn]] void failDeadlock(Engine& engine, const capstan::Mapping& mapping, std::string what);

/// Stops a run in which events go on, but no unit has fired or moved a word for `patience` cycles.
class Watchdog {
 public:
  Watchdog(Engine& engine, const capstan::Mapping& mapping, Cycle patience)
      : engine_(engine), mapping_(mapping), patience_(patience), next_(patience) {}
  /// To be called now and then; looks at the units once in `patience` cycles.
  void check();

 private:
  Engine& engine_;
  const capstan::Mapping& mapping_;
  Cycle patience_, next_;
};

}  // namespace stardust::sim
