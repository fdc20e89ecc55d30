// The words of a bit vector level.
#pragma once

#include "levels/level.h"

namespace stardust {

/// Bits of a fiber come in whole vectors of so many, which is what an accelerator scans at a time.
inline constexpr std::int64_t bitsOfVector = 512;

/// Words of a fiber: a bit for each coordinate, padded to whole vectors.
inline constexpr std::int64_t bitVectorWords(std::int64_t dim) {
  return (dim + bitsOfVector - 1) / bitsOfVector * (bitsOfVector / 32);
}
/// The coordinates that a bit vector stores, by position: the crd of the compressed level that is its twin. O(words).
std::vector<std::int32_t> coordinatesOfBits(const Level& level);

}  // namespace stardust
