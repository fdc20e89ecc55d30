// Trip counts of loops with partial tiles.
#pragma once

#include "capstan/lower/positions.h"

namespace stardust::spatial {

/// The trip count of a loop over all coordinates, which is smaller for the tail of a split. Throws Error (unsupported)
/// if the coordinates inside the extent are not consecutive.
Expr tripCount(Context& context, Positions& positions, const placement::Loop& loop);

}  // namespace stardust::spatial
