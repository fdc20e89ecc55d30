// The hash tables of a hashed level.
#pragma once

#include <cstdint>

#include "levels/definition.h"

namespace stardust {

/// The hash of a coordinate is (low + high * hashOfHigh) * hashMultiplier in 32 bits, of its low and high halves. It is
/// a part of the format: tables are in files, in the C ABI and in kernels.
inline constexpr std::uint32_t hashOfHigh = 2654435769U, hashMultiplier = 2246822519U;

/// The first slot that may hold a coordinate: its hash as a fraction of 2^32, times the number of slots of its fiber,
/// from 1 to 2^31.
std::int64_t slotOf(std::int64_t coordinate, std::int64_t slots);

}  // namespace stardust
