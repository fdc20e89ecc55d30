// Kernel files with several expressions: each expression is a run of its own, whose result is an operand of later ones.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "driver/problem.h"

namespace stardust::driver {

/// The tensors of an expression, its result among them.
std::set<std::string> tensorsOf(const Step& step);
/// The expressions of a kernel that has one, in file order.
std::vector<Step> allSteps(const KernelSpec& spec);
/// The kernel with other expressions. Precondition: at least one.
KernelSpec withSteps(KernelSpec spec, std::vector<Step> steps);

/// The names of the tensors that are read before an expression computes them, each with its number of modes, in order
/// of appearance.
std::vector<std::pair<std::string, std::size_t>> freeOperands(const KernelSpec& spec);

/// Throws Error (user) for `pad` or `extents` of a tensor without computed indices.
void requireComputedNames(const KernelSpec& spec);

/// In a block that is repeated, the result of the round before becomes the old contents of an expression that
/// accumulates. `given`: the tensors so far.
void continueFrom(const KernelSpec& step, exec::Operands& given);

/// The specification of each expression of the kernel, in file order, with fewer reductions inside of expressions if
/// the target is the CPU (fused.h); a single expression has the whole spec. Entries for a tensor or index variable go
/// to the expressions that contain it, entries for the run go to all. Rotations may name tensors of earlier
/// expressions. Throws Error (user) for a tensor that is computed twice, or after its use, unless it is carried from
/// round to round of a block that is repeated.
std::vector<KernelSpec> steps(const KernelSpec& spec);

/// The name of step `n` of `count`: the kernel's name, with a number if there are several steps.
std::string stepName(const std::string& kernel, std::size_t n, std::size_t count);

}  // namespace stardust::driver
