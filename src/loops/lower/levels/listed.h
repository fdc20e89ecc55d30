// What levels share that list coordinates in `crd`.
#pragma once

#include "loops/lower/levels/level.h"

namespace stardust::loops {

/// What `pos` says.
std::pair<Expr, Expr> listedFiber(const OperandLevel& level, const Position& parent);
std::unique_ptr<Cursor> listedCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end);
/// A binary search.
Position locateListed(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out);

/// The first position from `begin` until `end` whose coordinate is not below the one that is searched; a variable.
Expr firstNotBelow(const OperandLevel& level, const Expr& begin, const Expr& end, const Expr& coordinate, Body& out);
Expr coordinateAt(const OperandLevel& level, const Expr& position);

}  // namespace stardust::loops
