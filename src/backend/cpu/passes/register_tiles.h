// Rows that stay in registers.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Loops that add row after row to one row do so for some elements of it at a time, whose sums need no memory between:
/// the loop along the row goes to the outside and is tiled. The order in which an element's summands are added stays.
///     for p … { let k = i64(crd[p]); for j from 0 until n { A[i * n + j] += B[p] * C[k * n + j] } }   is
///     for j from 0 until n tiled {
///       var sum = A[i * n + j]
///       for p … { let k = i64(crd[p]); sum = sum + B[p] * C[k * n + j] }
///       A[i * n + j] = sum }
Function withRegisterTiles(const Function& function);

}  // namespace stardust::loops
