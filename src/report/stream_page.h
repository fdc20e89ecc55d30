// The page about runs on the stream machine: where their time went, by block and by access.
#pragma once

#include <string>
#include <vector>

#include "driver/run.h"

namespace stardust::report {

/// Whether a run has a simulated stream graph.
bool hasStreams(const std::vector<driver::Run>& runs);

/// Self-contained HTML with the script of all pages of simulations (page.h). docs/guide/sam.md describes it.
std::string streamPage(const std::vector<driver::Run>& runs);

}  // namespace stardust::report
