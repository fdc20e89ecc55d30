// The text report of a run.
#pragma once

#include <string>
#include <vector>

#include "driver/exec.h"
#include "driver/run.h"

namespace stardust::report {

enum class MissingParts { AreLeftOut, AreSaid };

/// `parts`: a subset of driver::textParts(), which determines their order. `programFile`: the path of the written
/// program, or empty. A part that the run lacks is omitted, or a line gives the reason.
std::string text(const driver::Run& run, const std::vector<std::string>& parts, const std::string& programFile = {},
                 MissingParts missing = MissingParts::AreLeftOut);

/// The report of a hand-written program: its output, its assertions, cycles and units.
std::string text(const driver::ExecRun& run);
/// The same for an incomplete run: the cycles and units of each completed Accel.
std::string textSoFar(const driver::ExecRun& run);

}  // namespace stardust::report
