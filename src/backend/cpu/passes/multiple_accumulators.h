// Sums over what coordinates point to.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Loops that add up what they load through coordinates keep several sums (processor.unrolled.sums), so that additions
/// do not wait for each other, and are no longer `simd`: processors gather slower than they load. What is left, and
/// short fibers as a whole, is added one by one.
///     for p … simd { s = s + A[p] * x[crd[p]] }
Function withMultipleAccumulators(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
