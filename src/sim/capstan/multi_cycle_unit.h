// Units whose firings take many cycles each.
#pragma once

#include "sim/capstan/loop_unit.h"

namespace stardust::sim {

/// One firing begins a round; the next firing waits for its end.
class MultiCycleUnit : public LoopUnit {
 public:
  using LoopUnit::LoopUnit;
  void step(Engine& engine, Cycle now) override;

 protected:
  bool accepts(Engine&, Cycle) override { return !isBusy_; }
  void settle(Engine& engine, Cycle now, bool isFiring) override;
  bool drained() const override { return !isBusy_; }
  /// Begins a round. `isBusy_` is set; the function clears it if there is nothing to do.
  virtual void begin() = 0;
  /// Does one cycle of work, and clears `isBusy_` at the end of the round. Returns false if the unit is blocked; it has
  /// then recorded the reason.
  virtual bool work(Engine& engine, Cycle now) = 0;

  bool isBusy_ = false;
};

}  // namespace stardust::sim
