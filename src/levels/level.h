// The arrays of one level of a packed tensor, owned or as a view.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "levels/index_array.h"
#include "stardust/level_format.h"

namespace stardust {

/// The greatest extent of a mode. Larger ones are refused: sums of two coordinates keep a 64-bit number.
inline constexpr std::int64_t maxDimension = std::int64_t{1} << 62;
/// The greatest number of positions of a level. This bound keeps the byte size of the values in 64 bits. A target may
/// have a narrower limit.
inline constexpr std::int64_t maxPositions = std::int64_t{1} << 59;

/// One stored level. Its format (levels/NAME.cpp) defines the arrays and their contents. A `pos` array has parents+1
/// entries, with pos[0] == 0. The format of the tensor states the widths of `pos` and `crd` (format/widths.h).
struct Level {
  LevelFormat format = dense;
  std::int64_t dim = 0;  ///< dimension of the mode that this level stores
  PositionArray pos;
  CoordinateArray crd;
  std::vector<std::uint32_t> bits = {};
  friend bool operator==(const Level&, const Level&) = default;
};

/// A non-owning Level.
struct LevelView {
  LevelFormat format = dense;
  std::int64_t dim = 0;
  IndexView pos = {};
  IndexView crd = {};
  std::span<const std::uint32_t> bits = {};
};

}  // namespace stardust
