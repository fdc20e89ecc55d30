// What the page of a run shows, as data.
#pragma once

#include <nlohmann/json.hpp>

#include "report/simulations.h"

namespace stardust::report {

/// One simulation: numbers, settings, units with their cycles by cause, who is to blame for the time of the busiest
/// ones, the graph of groups and memories, the cells of the grid, the roofline, the program by line. O(units + channels
/// + text).
nlohmann::ordered_json pageData(const Simulation& simulation);

}  // namespace stardust::report
