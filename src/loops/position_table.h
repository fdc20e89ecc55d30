// Tables that map a coordinate to its position in a fiber.
#pragma once

#include <cstdint>

namespace stardust::loops {

/// The entry of a coordinate that the fiber does not have. No other array is filled with it, so it marks such a table.
inline constexpr std::int64_t noPosition = -1;

}  // namespace stardust::loops
