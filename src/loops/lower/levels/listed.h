// Shared code of the levels with a coordinate list in `crd`.
#pragma once

#include "loops/lower/levels/level_lowering.h"

namespace stardust::loops {

/// The bounds in `pos`.
std::pair<Expr, Expr> listedFiber(const OperandLevel& level, const Position& parent);
/// The element of `pos` at `above`.
Expr listedPositions(const OperandLevel& level, const Expr& above);
std::unique_ptr<Cursor> listedCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end);
/// Binary search.
Position locateListed(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out);

/// Lower bound: the first position of [begin, end) whose coordinate is not below the searched one; a variable.
Expr firstNotBelow(const OperandLevel& level, const Expr& begin, const Expr& end, const Expr& coordinate, Body& out);
Expr coordinateAt(const OperandLevel& level, const Expr& position);

}  // namespace stardust::loops
