// The words of a bit vector level.
#pragma once

#include "levels/level.h"

namespace stardust {

/// The bits of a fiber are padded to whole vectors of this size, the unit that an accelerator scans at a time.
inline constexpr std::int64_t bitsOfVector = 512;

/// Words of a fiber: one bit for each coordinate, padded to whole vectors.
inline constexpr std::int64_t bitVectorWords(std::int64_t dim) {
  return (dim + bitsOfVector - 1) / bitsOfVector * (bitsOfVector / 32);
}
/// The coordinates of a bit vector by position: the crd array of the equivalent compressed level. O(words).
CoordinateArray coordinatesOfBits(const Level& level);

}  // namespace stardust
