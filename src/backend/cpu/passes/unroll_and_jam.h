// Unroll and jam.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Unrolls an outer loop (processor.unrolled.rows) whose iterations each contain a reduction along a row, and fuses the
/// inner loops: loads that the iterations share are executed once, and their accumulators are independent.
///     for p … { var s = 0; for k … simd { s = s + C[i * n + k] * D[crd[p] * n + k] }; y[p] = s }
Function withUnrollAndJam(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
