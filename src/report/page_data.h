// The data of a run's page.
#pragma once

#include <nlohmann/json.hpp>

#include "report/simulations.h"

namespace stardust::report {

/// One simulation: numbers, settings, units with their cycles by cause, the attribution of the busiest units' time, the
/// graph of groups and memories, the cells of the grid, the roofline, the program by line. O(units + channels + text).
nlohmann::ordered_json pageData(const Simulation& simulation);

}  // namespace stardust::report
