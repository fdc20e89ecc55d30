// Time in a simulation, and the words and numbers that all of it has in common.
#pragma once

#include <cstdint>

namespace stardust::sim {

using Cycle = std::int64_t;  ///< of the clock that units step by
inline constexpr Cycle never = INT64_MAX / 2;

using Word = std::uint32_t;  ///< what moves

using UnitId = std::uint32_t;     ///< the place of a unit in its engine
using ChannelId = std::uint32_t;  ///< the place of a channel in its engine
inline constexpr std::uint32_t none = UINT32_MAX;

}  // namespace stardust::sim
