// Multiple accumulators for sums of gathered elements.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Unrolls loops that accumulate gathered elements, with one accumulator for each unrolled iteration
/// (processor.unrolled.sums), to hide the latency of additions. The loops are no longer `simd`, since gathers are
/// slower than scalar loads. The tail, and short fibers as a whole, use a single accumulator.
///     for p … simd { s = s + A[p] * x[crd[p]] }
Function withMultipleAccumulators(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
