// Rows that need not be filled.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// A row that is filled with a literal, and whose every element a tiled loop (loops/tiled.h) then reads once, adds to
/// and stores, is not filled: its sums begin with the literal. Nothing but names stands between the two.
///     for e from 0 until n { A[i * n + e] = 0 }
///     for j from 0 until n tiled { var sum = A[i * n + j] … A[i * n + j] = sum }   is
///     for j from 0 until n tiled { var sum = 0 … A[i * n + j] = sum }
Function withoutDeadFills(const Function& function);

}  // namespace stardust::loops
