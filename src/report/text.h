// The report of a run for people.
#pragma once

#include <string>
#include <vector>

#include "driver/exec.h"
#include "driver/run.h"

namespace stardust::report {

enum class MissingParts { AreLeftOut, AreSaid };

/// `parts`: some of driver::textParts(), in whose order they are shown. `programFile` is where the program was written,
/// or empty. Parts that the run has nothing for are left out, or a line says why there is nothing.
std::string text(const driver::Run& run, const std::vector<std::string>& parts, const std::string& programFile = {},
                 MissingParts missing = MissingParts::AreLeftOut);

/// Of a program written by hand: what it printed, its assertions, cycles and units.
std::string text(const driver::ExecRun& run);
/// The same of a run that has not come to its end: the cycles and units of each Accel that has.
std::string textSoFar(const driver::ExecRun& run);

}  // namespace stardust::report
