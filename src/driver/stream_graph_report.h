// The report of a stream graph, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "driver/stream_graph.h"

namespace stardust::driver {

/// The cycles, the result, and the blocks with their utilisation and their waits.
std::string textOf(const GraphRun& run);
std::string jsonOf(const GraphRun& run);

/// The measurements of a simulation, for any report that has one.
nlohmann::ordered_json jsonOfGraph(const sam::Graph& graph, const sim_sam::Report& report, const sam::Machine& machine);
/// A row for each block, the one with the most blame first.
std::string blocksText(const sam::Graph& graph, const sim_sam::Report& report);

}  // namespace stardust::driver
