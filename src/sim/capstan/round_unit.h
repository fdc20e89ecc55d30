// Units of which one firing is many cycles of work.
#pragma once

#include "sim/capstan/loop_unit.h"

namespace stardust::sim {

/// One firing begins a round; the next one waits until that is done.
class RoundUnit : public LoopUnit {
 public:
  using LoopUnit::LoopUnit;
  void step(Engine& engine, Cycle now) override;

 protected:
  bool accepts(Engine&, Cycle) override { return !isBusy_; }
  void settle(Engine& engine, Cycle now, bool isFiring) override;
  bool drained() const override { return !isBusy_; }
  /// A new round; `isBusy_` is set, and may be cleared if there is nothing to do.
  virtual void begin() = 0;
  /// One cycle of work, which clears `isBusy_` when the round is done; false if the unit is blocked, which it has said.
  virtual bool work(Engine& engine, Cycle now) = 0;

  bool isBusy_ = false;
};

}  // namespace stardust::sim
