// The parts of the report that come from simulations.
#pragma once

#include <string>

namespace stardust::driver {

struct Run;

std::string timingText(const Run& run);     ///< cycles, time, bytes and bandwidth for each memory system
std::string resourcesText(const Run& run);  ///< units used against what the machine has, and by what
std::string placementText(const Run& run);  ///< the grid of the chip, and what lies where
std::string stallsText(const Run& run);     ///< where the cycles went

}  // namespace stardust::driver
