// Extents of generated tensors that several expressions read.
#pragma once

#include "driver/kernel_spec.h"

namespace stardust::driver {

/// A generated tensor without extents, whose first expression does not determine them, gets those that the other
/// expressions do: in y(i) = A(i,j) * x(j) / sum(k, x(k)), the sum of x is computed first, and A gives x its extent.
/// They are defaults, as if the kernel file gave them. Extents of files are not known here.
KernelSpec withSharedExtents(KernelSpec spec);

}  // namespace stardust::driver
