// Time in a simulation, and the words and indices that all its parts share.
#pragma once

#include <cstdint>

namespace stardust::sim {

using Cycle = std::int64_t;  ///< a clock of the units
inline constexpr Cycle never = INT64_MAX / 2;

using Word = std::uint32_t;  ///< the data that units exchange

using UnitId = std::uint32_t;     ///< index of a unit in its engine
using ChannelId = std::uint32_t;  ///< index of a channel in its engine
inline constexpr std::uint32_t none = UINT32_MAX;

}  // namespace stardust::sim
