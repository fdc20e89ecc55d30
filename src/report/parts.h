// The parts of a report for people: which there are, and what they are shown of.
#pragma once

#include <string>
#include <vector>

#include "driver/run.h"

namespace stardust::report {

/// Throws Error (user) at a part that there is not; and if nothing that is asked for can be shown: `runs`: by `run`,
/// else by `compile`.
void requireShown(const std::vector<driver::Said<std::string>>& asked, const driver::Backend& target, bool runs);

/// Why a run, or what was only compiled, has nothing to show for a part.
std::string whyNotShown(const driver::Run& run, const std::string& part);

}  // namespace stardust::report
