// Old contents of a result that is accumulated into.
#pragma once

#include "driver/kernel_spec.h"
#include "exec/reference.h"

namespace stardust::driver {

/// y(i) += e, where y is read or generated, becomes y(i) = y_old(i) + e, and what was said of y's values, format and
/// type is said of y_old; likewise min= and max=. Where nothing gives y values, it starts empty: += becomes =, and a
/// note says so. `given`: tensors of earlier statements, whose names are taken. Throws Error (unsupported) at the
/// values of the result of *=.
KernelSpec withOldContents(KernelSpec spec, const exec::Operands& given = {});

}  // namespace stardust::driver
