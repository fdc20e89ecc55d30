// What runs on the engine.
#pragma once

#include <string>

#include "sim/engine/cycle.h"

namespace stardust::sim {

class Engine;

/// Something that does at most one step in a cycle. A unit that cannot go on says when it may (`Engine::wake`), or
/// sleeps until a channel wakes it.
class Unit {
 public:
  virtual ~Unit() = default;
  virtual void step(Engine& engine, Cycle now) = 0;
  virtual bool isDone() const = 0;
  /// Why it does not go on; empty if it waits for nothing.
  virtual std::string waitsFor(const Engine&) const { return {}; }
  /// How many cycles the unit is at work at least, as far as that is known by now.
  virtual Cycle leastSteps() const { return 0; }
  /// A burst of this unit came back.
  virtual void completed(Engine&, std::uint32_t /*tag*/, Cycle /*now*/) {}
  /// Of a unit that serves workers: whether it has something of theirs to move.
  virtual bool isMoving() const { return false; }

  UnitId id = 0;
};

}  // namespace stardust::sim
