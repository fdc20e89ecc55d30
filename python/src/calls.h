// Repeated calls by name: the kernel that an earlier call with arguments of the same kinds has used.
#pragma once

#include "kernel.h"

namespace stardust::python {

/// Binds the class Calls, and `operand`, which wraps an array, a sparse matrix of SciPy or a number as a Tensor.
void bindCalls(nb::module_& module);

}  // namespace stardust::python
