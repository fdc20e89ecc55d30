// The results of a sweep as JSON, as a plot, and as text.
#pragma once

#include <nlohmann/json.hpp>

#include "experiments/explore.h"

namespace stardust::experiments {

using Json = nlohmann::ordered_json;

/// "axes" with their values; "points" in the order of pointsOf, with `values` by axis, `state`, and either `cycles`,
/// `units`, `pareto` and the run's own `report`, or a `reason`; see docs/internals/experiments.md.
Json exploredJson(const ExploreCommand& command, const std::vector<Point>& points);
/// Cycles against units as SVG: a mark for each measured point, and a line along each front.
std::string frontPlot(const ExploreCommand& command, const std::vector<Point>& points);
/// Time against the entries of the operands as SVG: a line for each target, and for each of the other axes' values that
/// do not belong to the input.
std::string targetPlot(const ExploreCommand& command, const std::vector<Point>& points);
std::string exploredText(const ExploreCommand& command, const std::vector<Point>& points);
std::string exploredPage(const ExploreCommand& command, const std::vector<Point>& points);

}  // namespace stardust::experiments
