// Dead store elimination for initialised rows.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Removes the fill of a row with a literal if a subsequent tiled loop (loops/tiled.h) reads each element once, adds to
/// it
/// and stores it. The accumulators start from the literal instead. Only declarations may stand between fill and loop.
///     for e from 0 until n { A[i * n + e] = 0 }
///     for j from 0 until n tiled { var sum = A[i * n + j] … A[i * n + j] = sum }   becomes
///     for j from 0 until n tiled { var sum = 0 … A[i * n + j] = sum }
Function withoutDeadFills(const Function& function);

}  // namespace stardust::loops
