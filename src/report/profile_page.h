// The page about runs on the CPU: where their time went, by loop, array and bound.
#pragma once

#include <string>
#include <vector>

#include "driver/run.h"

namespace stardust::report {

/// Whether a run has a profile (RunRequest::profiles).
bool hasProfile(const std::vector<driver::Run>& runs);

/// Self-contained HTML without a script. docs/guide/cpu.md describes the page.
std::string profilePage(const std::vector<driver::Run>& runs);

}  // namespace stardust::report
