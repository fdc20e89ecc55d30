// Tables that map a coordinate to its position in a fiber.
#pragma once

#include <cstdint>

namespace stardust::loops {

/// The entry of an absent coordinate. No other array has this fill value, so it identifies position tables.
inline constexpr std::int64_t noPosition = -1;

}  // namespace stardust::loops
