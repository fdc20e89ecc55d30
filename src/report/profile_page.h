// The page about runs on the CPU: where their time went, by loop, array and bound.
#pragma once

#include <string>
#include <vector>

#include "driver/run.h"

namespace stardust::report {

/// Self-contained HTML without a script. docs/guide/profile.md describes the page.
std::string profilePage(const std::vector<driver::Run>& runs);

}  // namespace stardust::report
