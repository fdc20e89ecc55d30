// Products of several tensors as several statements, before anything is loaded.
#pragma once

#include "driver/kernel_spec.h"

namespace stardust::driver {

/// The kernel with its products and sums factored (planner/factoring.h) where that is worthwhile, with a note for each.
/// The facts are the formats, extents and densities that the specification has; files are not read. A statement with a
/// command about loops or formats stays as it is, and so do all of a target that compiles nothing.
KernelSpec factored(KernelSpec spec);

}  // namespace stardust::driver
