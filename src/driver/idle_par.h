// Warnings about parallelization without an effect.
#pragma once

#include <string>
#include <vector>

#include "driver/compile.h"

namespace stardust::driver {

/// A warning for each innerPar, and for each factor of a map, that does not change the program.
std::vector<spatial::Finding> idlePars(const Compiled& compiled);

/// The same for the CPU, which has no environment and maps nothing: notes for the report.
std::vector<std::string> idleOnCpu(const std::vector<schedule::Command>& commands);

}  // namespace stardust::driver
