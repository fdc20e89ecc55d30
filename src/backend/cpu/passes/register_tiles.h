// Register tiling of row updates.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Interchanges loops that repeatedly add to one row: the loop along the row becomes the outer loop and is tiled, so
/// that
/// its accumulators stay in registers. The order of summation of each element is preserved.
///     for p … { let k = i64(crd[p]); for j from 0 until n { A[i * n + j] += B[p] * C[k * n + j] } }   becomes
///     for j from 0 until n tiled {
///       var sum = A[i * n + j]
///       for p … { let k = i64(crd[p]); sum = sum + B[p] * C[k * n + j] }
///       A[i * n + j] = sum }
Function withRegisterTiles(const Function& function);

}  // namespace stardust::loops
