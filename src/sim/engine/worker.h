// A unit whose cycles are classified: active, waiting for room, waiting for elements, or done.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/engine/activity.h"
#include "sim/engine/engine.h"

namespace stardust::sim {

enum class State : std::uint8_t { Active, Stall, Starve, Done };

/// Cycles of one unit, or summed over several: they add up to the cycles of the run.
struct Counters {
  Cycle active = 0;  ///< fired, or stepped through an empty iteration
  Cycle stall = 0;   ///< an output was full
  Cycle starve = 0;  ///< an input was empty
  Cycle done = 0;    ///< had nothing left to do
};

/// A unit that computes, or moves words between channels, and reports what it waits for.
class Worker : public Unit {
 public:
  State state() const { return state_; }
  ChannelId blockedOn() const { return blocked_; }  ///< the channel that it waits for, if any
  bool waitsForInput() const { return blockedOnInput_; }
  /// The activity that blocks it, if that is not a channel.
  virtual std::optional<Activity> ownWait() const { return {}; }
  /// The activity that waiting units inherit if the unit is idle but something that it has begun is not complete.
  virtual std::optional<Activity> underWay() const { return ownWait(); }
  /// The activity that waiting units inherit while the unit works.
  virtual Activity atWork() const = 0;
  /// The resource at the end of its chain of waits, if that is no channel: "DRAM"; null: unknown.
  virtual const char* waitsInTheEnd() const { return nullptr; }

  /// Accounts for the last cycles of the run.
  void close(Cycle cycles) { enter(isDone() ? State::Done : state_, cycles + 1); }
  struct Books {
    Counters counters;
    std::int64_t firings = 0, activeLanes = 0;
  } books;
  Cycle doneAt = 0;  ///< the last cycle in which it fired or moved a word

 protected:
  void enter(State state, Cycle now);
  /// Records the channel on which the unit is blocked; it is woken when that changes.
  void waitForInput(Engine& engine, ChannelId channel, std::uint32_t reader) {
    blocked_ = channel;
    blockedOnInput_ = true;
    engine.links[channel].anyWaits = true;
    engine.links[channel].consumers[reader].waits = true;
  }
  void waitForRoom(Engine& engine, ChannelId channel) {
    blocked_ = channel;
    blockedOnInput_ = false;
    engine.links[channel].producer = id;  // of several producers, the current one
    engine.links[channel].producerWaits = true;
    if (engine.channels[channel].hasTaken(engine.now)) engine.wake(id, engine.now + 1);
  }

  ChannelId blocked_ = none;
  bool blockedOnInput_ = false;
  State state_ = State::Starve;

 private:
  Cycle since_ = 1;
};

inline void Worker::enter(State state, Cycle now) {
  const auto cycles = now - since_;
  switch (state_) {
    case State::Active: books.counters.active += cycles; break;
    case State::Stall: books.counters.stall += cycles; break;
    case State::Starve: books.counters.starve += cycles; break;
    case State::Done: books.counters.done += cycles; break;
  }
  since_ = now;
  state_ = state;
}

inline const Worker& Engine::worker(UnitId id) const { return static_cast<const Worker&>(*units[id]); }
inline Worker& Engine::worker(UnitId id) { return static_cast<Worker&>(*units[id]); }

}  // namespace stardust::sim
