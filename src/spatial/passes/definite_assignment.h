// An analysis of staged programs: Regs whose value a hardware register would keep between iterations.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Declarations of Regs in loop bodies that may be read there before they are set, and are set somewhere. In the
/// Spatial IR each iteration reads the initial value, not the value of the previous iteration. Inner loops are assumed
/// to run at least once. Cost: branches copy the set of assigned Regs.
Body regsReadBeforeSet(const Body& accel);

}  // namespace stardust::spatial
