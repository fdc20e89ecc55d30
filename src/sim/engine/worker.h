// A unit whose cycles are told apart: at work, waiting for room, waiting for elements, or done.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/engine/activity.h"
#include "sim/engine/engine.h"

namespace stardust::sim {

enum class State : std::uint8_t { Active, Stall, Starve, Done };

/// Cycles of one unit, or of several together: they add up to the cycles of the run.
struct Counters {
  Cycle active = 0;  ///< fired, or walked an empty iteration
  Cycle stall = 0;   ///< an output was full
  Cycle starve = 0;  ///< an input was empty
  Cycle done = 0;    ///< had nothing left to do
};

/// A unit that computes or moves words between channels, and says what it waits for.
class Worker : public Unit {
 public:
  State state() const { return state_; }
  ChannelId blockedOn() const { return blocked_; }  ///< the channel, if it waits for one
  bool waitsForInput() const { return blockedOnInput_; }
  /// What keeps it waiting, if that is not a channel.
  virtual std::optional<Activity> ownWait() const { return {}; }
  /// What those who wait for it wait for, if it is not at work but something it has begun is.
  virtual std::optional<Activity> underWay() const { return ownWait(); }
  /// What those who wait for it wait for while it is at work.
  virtual Activity atWork() const = 0;
  /// What it waits for in the end, if that is no channel: "DRAM"; null: nothing is known.
  virtual const char* waitsInTheEnd() const { return nullptr; }

  /// Closes the books after the last cycle of the run.
  void close(Cycle cycles) { enter(isDone() ? State::Done : state_, cycles + 1); }
  struct Books {
    Counters counters;
    std::int64_t firings = 0, activeLanes = 0;
  } books;
  Cycle doneAt = 0;  ///< when it fired or moved a word for the last time

 protected:
  void enter(State state, Cycle now);
  /// Notes what the unit is blocked on; it is woken when that changes.
  void waitForInput(Engine& engine, ChannelId channel, std::uint32_t reader) {
    blocked_ = channel;
    blockedOnInput_ = true;
    engine.links[channel].anyWaits = true;
    engine.links[channel].consumers[reader].waits = true;
  }
  void waitForRoom(Engine& engine, ChannelId channel) {
    blocked_ = channel;
    blockedOnInput_ = false;
    engine.links[channel].producer = id;  // of several, the one whose turn it is
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
