// The parts of a text report, and the runs to which they apply.
#pragma once

#include <string>
#include <vector>

#include "driver/run.h"

namespace stardust::report {

/// Throws Error (user) for an unknown part, and if none of the requested parts can be shown. `runs`: by `run`;
/// otherwise by `compile`.
void requireShown(const std::vector<driver::Said<std::string>>& asked, const driver::Backend& target, bool runs);

/// Why a part is missing from a run or compilation.
std::string whyNotShown(const driver::Run& run, const std::string& part);

}  // namespace stardust::report
