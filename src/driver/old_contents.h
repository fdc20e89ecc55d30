// Old contents of an accumulated result.
#pragma once

#include "driver/kernel_spec.h"
#include "exec/reference.h"

namespace stardust::driver {

/// Rewrites y(i) += e, if y is read or generated, to y(i) = y_old(i) + e, and moves y's values, format and type to
/// y_old; likewise for min= and max=. In a block that is repeated, y has those of the round before
/// (KernelSpec::continues). If y has no values, it starts empty: += becomes =, with a note. `given`: tensors of earlier
/// statements, whose names are reserved. Throws Error (unsupported) for values of the result of *=.
KernelSpec withOldContents(KernelSpec spec, const exec::Operands& given = {});

}  // namespace stardust::driver
