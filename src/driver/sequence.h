// Kernel files with several expressions: each is a run of its own, and results are operands of those that follow.
#pragma once

#include <vector>

#include "driver/problem.h"

namespace stardust::driver {

/// What one expression of the kernel is told, in the order of the file; a single expression is the whole spec. What is
/// said of a tensor or index variable goes to the expressions that have it, what is said of the run to all. Rotations
/// may name tensors of earlier expressions. Throws Error (user): a tensor computed twice, or computed after it is used.
std::vector<KernelSpec> steps(const KernelSpec& spec);

/// What step `n` of `count` is called: the kernel's name, with a number if there are several.
std::string stepName(const std::string& kernel, std::size_t n, std::size_t count);

}  // namespace stardust::driver
