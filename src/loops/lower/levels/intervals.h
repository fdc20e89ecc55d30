// Shared code of the levels whose fibers are intervals of coordinates: a position and its coordinate differ by a number
// that is the same in the whole fiber.
#pragma once

#include "loops/lower/levels/level_lowering.h"

namespace stardust::loops {

/// Positions [begin, end), of which the first one has the coordinate `first`.
std::unique_ptr<Cursor> intervalCursor(const OperandLevel& level, Expr begin, Expr end, Expr first);
/// Computes the position of a coordinate, and whether the interval has it.
Position locateInInterval(const OperandLevel& level, const std::pair<Expr, Expr>& fiber, const Expr& first,
                          const Expr& coordinate, Body& out);

}  // namespace stardust::loops
