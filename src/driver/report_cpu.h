// The parts of the report that come from runs on the CPU.
#pragma once

#include <string>

namespace stardust::driver {

struct Run;

std::string conversionsText(const Run& run);  ///< what the host brought into other formats; empty if nothing
std::string cpuProgramText(const Run& run);   ///< the kernel, and who compiled it
std::string cpuTimingText(const Run& run);    ///< how long it took; empty if it did not run

}  // namespace stardust::driver
