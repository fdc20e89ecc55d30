// Positions in triangles that are stored row by row.
#pragma once

#include <cstdint>

#include "levels/definition.h"

namespace stardust {

/// The position of the first coordinate of a row. `dim`: the extent of the columns. Rows below a square have all
/// columns in a lower triangle, and none in an upper one. Extents up to 2^30.
std::int64_t beginOfLowerRow(std::int64_t row, std::int64_t dim);
std::int64_t beginOfUpperRow(std::int64_t row, std::int64_t dim);

}  // namespace stardust
