// Unroll and jam.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Loops whose iterations each reduce along a row, one after the other, do four at a time in one loop along the row:
/// what the rows share is loaded once, and four sums run beside each other.
///     for p … { var s = 0; for k … simd { s = s + C[i * n + k] * D[crd[p] * n + k] }; y[p] = s }
Function withJammedLoops(const Function& function);

}  // namespace stardust::loops
