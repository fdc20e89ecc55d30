// The arrays of one level of a packed tensor, and those that somebody else owns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stardust/level_format.h"

namespace stardust {

/// Coordinates are 32-bit, so every dimension is at most this; larger is refused, never wrapped.
inline constexpr std::int64_t maxDimension = 2147483647;
/// Positions are 64-bit. A level has at most this many, so that the bytes of their values still have a 64-bit number.
/// A target may have a narrower limit of its own.
inline constexpr std::int64_t maxPositions = std::int64_t{1} << 59;

/// One stored level. Which arrays it has, and what they hold, is said by the file of its format (levels/NAME.cpp);
/// where there are `pos`, they have parents+1 entries, pos[0] == 0.
struct Level {
  LevelFormat format = dense;
  std::int64_t dim = 0;  ///< the dimension of the mode that this level stores
  std::vector<std::int64_t> pos;
  std::vector<std::int32_t> crd;
  std::vector<std::uint32_t> bits = {};
  friend bool operator==(const Level&, const Level&) = default;
};

/// As Level.
struct LevelView {
  LevelFormat format = dense;
  std::int64_t dim = 0;
  std::span<const std::int64_t> pos = {};
  std::span<const std::int32_t> crd = {};
  std::span<const std::uint32_t> bits = {};
};

}  // namespace stardust
