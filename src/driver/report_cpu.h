// The parts of the report that come from runs on the CPU.
#pragma once

#include <string>

namespace stardust::driver {

struct Run;

std::string hostText(const Run& run);  ///< why the statement ran on the host, what that converted, and what crossed
                                       ///< between its memory and the accelerator's
std::string cpuProgramText(const Run& run);  ///< the kernel, and who compiled it
std::string cpuTimingText(const Run& run);   ///< how long it took; empty if it did not run

}  // namespace stardust::driver
