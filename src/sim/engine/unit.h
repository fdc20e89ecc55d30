// Units, which the engine runs.
#pragma once

#include <string>

#include "sim/engine/cycle.h"

namespace stardust::sim {

class Engine;

/// A unit makes at most one step per cycle. A blocked unit schedules its next step (`Engine::wake`), or sleeps until a
/// channel wakes it.
class Unit {
 public:
  virtual ~Unit() = default;
  virtual void step(Engine& engine, Cycle now) = 0;
  virtual bool isDone() const = 0;
  /// The reason why it is blocked; empty if it waits for nothing.
  virtual std::string waitsFor(const Engine&) const { return {}; }
  /// A lower bound of the remaining cycles of work, as known so far.
  virtual Cycle leastSteps() const { return 0; }
  /// Called when a burst of this unit has completed.
  virtual void completed(Engine&, std::uint32_t /*tag*/, Cycle /*now*/) {}
  /// For a unit that serves workers: whether accesses of theirs are pending.
  virtual bool isMoving() const { return false; }

  UnitId id = 0;
};

}  // namespace stardust::sim
