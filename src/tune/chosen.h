// `-s=auto` and `-s=tuned`: the schedule that a run or a compilation takes is chosen for its operands.
#pragma once

#include <string>
#include <vector>

#include "driver/problem.h"
#include "driver/run.h"

namespace stardust::tune {

/// Whether the kernel has the schedule `auto` or `tuned`: then its product is not factored.
bool hasChosenSchedule(const driver::KernelSpec& spec);

/// Throws Error (unsupported) if a step has the schedule `auto` or `tuned` and is compiled without its data: the
/// program would be another one than the one that was predicted or simulated.
void requireData(const std::vector<driver::KernelSpec>& steps, bool hasData);

/// The steps with the chosen schedule in place of `auto` or `tuned`, and a note that names it. The operands are loaded
/// for the choice, and again for the run; `given`: those that exist already (driver::loadProblem). `tunedFile`: the
/// file of kept schedules; empty: that of the user. Throws Error: user for commands beside the choice, a file that is
/// missing or has no schedule for such operands, and as loadProblem; unsupported for several expressions, for a target
/// that is not simulated, and if no schedule fits.
std::vector<driver::KernelSpec> withChosenSchedule(std::vector<driver::KernelSpec> steps,
                                                   const driver::RunRequest& request, const std::string& tunedFile = {},
                                                   const exec::Operands& given = {});

/// The same for a problem with its operands, and the file of the user.
driver::Problem withChosenSchedule(driver::Problem problem, const driver::RunRequest& request);

}  // namespace stardust::tune
