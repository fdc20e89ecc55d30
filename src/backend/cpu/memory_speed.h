// How fast this computer's memory is, measured in a few milliseconds.
#pragma once

#include <cstdint>

namespace stardust::cpu {

/// Memory is measured in a block of this size at most: in a larger one, each load misses all caches as well.
inline constexpr std::int64_t mostMeasured = std::int64_t{1} << 27;

/// Bytes a second that `threads` threads of the pool read together, in order, from a block of about `bytes`.
double streamSpeed(std::int64_t bytes, int threads);

/// Seconds for each load of a random line from a block of about `bytes`, where several threads load at the same time.
struct LoadTimes {
  double overlapping = 0;  ///< the address of a load is known before the preceding load ends
  double dependent = 0;    ///< each load gives the address of the next one: the latency
};
LoadTimes loadTimes(std::int64_t bytes, int threads);

/// Seconds that a kernel takes to read its clock.
double clockTime();

}  // namespace stardust::cpu
