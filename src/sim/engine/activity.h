// What the cycles of a unit go to. Which activities there are, and what they are called, is a table of each simulator
// (sim/capstan/causes.h); the engine knows their numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stardust::sim {

/// What a unit does in a cycle: a row of the simulator's table. Of a unit that waits for another one that waits, it is
/// what that one waits for.
enum class Activity : std::uint8_t {};
inline constexpr std::size_t mostActivities = 16;

/// The table as the engine sees it: how many rows, and those that it tells by itself.
struct Activities {
  std::size_t count;
  Activity active;     ///< a unit is at work
  Activity inFlight;   ///< it waits for a word on its way
  Activity imbalance;  ///< it has ended, while copies of it are at work
  Activity ended;
};

}  // namespace stardust::sim
