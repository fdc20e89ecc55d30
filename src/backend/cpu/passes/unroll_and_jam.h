// Unroll and jam.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Loops whose iterations each reduce along a row, one after the other, do some at a time (processor.unrolled.rows) in
/// one loop along the row: what the rows share is loaded once, and their sums run beside each other.
///     for p … { var s = 0; for k … simd { s = s + C[i * n + k] * D[crd[p] * n + k] }; y[p] = s }
Function withJammedLoops(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
