// The arrays of one level of a packed tensor, owned or as a view.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stardust/level_format.h"

namespace stardust {

/// Coordinates are 32-bit, which bounds every dimension. Larger dimensions are refused.
inline constexpr std::int64_t maxDimension = 2147483647;
/// Positions are 64-bit. This bound keeps the byte size of the values in 64 bits. A target may have a narrower limit.
inline constexpr std::int64_t maxPositions = std::int64_t{1} << 59;

/// One stored level. Its format (levels/NAME.cpp) defines the arrays and their contents. A `pos` array has parents+1
/// entries, with pos[0] == 0.
struct Level {
  LevelFormat format = dense;
  std::int64_t dim = 0;  ///< dimension of the mode that this level stores
  std::vector<std::int64_t> pos;
  std::vector<std::int32_t> crd;
  std::vector<std::uint32_t> bits = {};
  friend bool operator==(const Level&, const Level&) = default;
};

/// A non-owning Level.
struct LevelView {
  LevelFormat format = dense;
  std::int64_t dim = 0;
  std::span<const std::int64_t> pos = {};
  std::span<const std::int32_t> crd = {};
  std::span<const std::uint32_t> bits = {};
};

}  // namespace stardust
