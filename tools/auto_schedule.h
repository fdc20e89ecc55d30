// `-s=auto`: the schedule that a run or a compilation takes is chosen for its operands.
#pragma once

#include <vector>

#include "driver/kernel_spec.h"
#include "driver/run.h"

namespace stardust::tools {

/// Whether the kernel has the schedule `auto`: then its product is not factored.
bool hasAutomaticSchedule(const driver::KernelSpec& spec);

/// Throws Error (unsupported) if a step has the schedule `auto` and is compiled without its data: the program would be
/// another one than the one that is predicted.
void requireData(const std::vector<driver::KernelSpec>& steps, bool hasData);

/// The steps with the chosen schedule in place of `auto`, and a note that names it. The operands are loaded for the
/// choice, and again for the run. Throws Error: user for commands beside `auto`, and as loadProblem; unsupported for
/// several expressions, for a target that is not simulated, and if no schedule fits.
std::vector<driver::KernelSpec> withChosenSchedule(std::vector<driver::KernelSpec> steps,
                                                   const driver::RunRequest& request);

}  // namespace stardust::tools
