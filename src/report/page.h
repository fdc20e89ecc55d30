// A page about a run: where its time was spent, on which units, and how far it is from the machine's limits.
#pragma once

#include <string>
#include <vector>

#include "report/simulations.h"

namespace stardust::report {

/// Self-contained HTML: it contains styles, script and data, and fetches nothing. docs/guide/seen.md describes the
/// page.
std::string page(const std::vector<Simulation>& simulations);
/// The same of runs: of their simulations; without any, of their profiles on the CPU (profile_page.h).
std::string page(const std::vector<driver::Run>& runs);
std::string page(const driver::ExecRun& run);

}  // namespace stardust::report
