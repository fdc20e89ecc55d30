// Activities to which the cycles of a unit are attributed. Each simulator has a table of activities and their names
// (sim/capstan/causes.h); the engine knows only their numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stardust::sim {

/// A unit's activity in a cycle: a row of the simulator's table. A unit that waits for a waiting unit has the activity
/// of that unit.
enum class Activity : std::uint8_t {};
inline constexpr std::size_t maxActivities = 16;

/// The engine's view of the table: the number of rows, and the activities that the engine assigns itself.
struct Activities {
  std::size_t count;
  Activity active;     ///< the unit works
  Activity inFlight;   ///< it waits for a word in flight
  Activity imbalance;  ///< it has ended while copies of it still work
  Activity ended;
};

}  // namespace stardust::sim
