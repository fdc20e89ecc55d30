// Loops over partial tiles.
#pragma once

#include "capstan/lower/positions.h"

namespace stardust::spatial {

/// The iterations of a loop over all coordinates; fewer where a split leaves a partial tile. Throws Error
/// (unsupported): those inside the extent are not consecutive.
Expr tripCount(Context& context, Positions& positions, const placement::Loop& loop);

}  // namespace stardust::spatial
