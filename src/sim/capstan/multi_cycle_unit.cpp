#include "sim/capstan/multi_cycle_unit.h"

namespace stardust::sim {

void MultiCycleUnit::settle(Engine&, Cycle, bool isFiring) {
  if (!isFiring) return;
  isBusy_ = true;
  begin();
}

void MultiCycleUnit::step(Engine& engine, Cycle now) {
  const auto result = advance(engine, now);
  const bool walked = result == Result::Fired || result == Result::Empty;
  const auto control = blocked_;
  const bool waitsForStart = result == Result::Blocked && control != capstan::none;
  const bool wasIdle = drained();
  blocked_ = capstan::none;
  const bool worked = !wasIdle && work(engine, now);
  if (walked || worked) doneAt = now;
  if (isDone()) return enter(State::Done, now + 1);
  cause_ = Cause::Other;
  if (walked || worked) {
    enter(State::Active, now);
    return engine.wake(id, now + 1);
  }
  if (blocked_ == capstan::none && waitsForStart) {
    blocked_ = control;
    blockedOnInput_ = true;
  }
  enter(blockedOnInput_ ? State::Starve : State::Stall, now);
  if (waitsForStart) engine.wake(id, engine.channels[control].nextArrival());
  if (blocked_ == capstan::none || !blockedOnInput_) return;
  cause_ = static_cast<const LoopUnit&>(*engine.units[engine.links[blocked_].producer]).cause();
  engine.wake(id, engine.channels[blocked_].nextArrival());
}

}  // namespace stardust::sim
