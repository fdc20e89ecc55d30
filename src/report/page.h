// One page that shows a run: where its time went, on which units, and how far it is from what the machine can do.
#pragma once

#include <string>
#include <vector>

#include "report/simulations.h"

namespace stardust::report {

/// HTML that needs nothing else: styles, script and data are in it, and it may fetch nothing. docs/guide/seen.md
/// describes what it shows.
std::string page(const std::vector<Simulation>& simulations);

}  // namespace stardust::report
