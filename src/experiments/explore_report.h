// What a sweep found, as JSON, as a plot, and for people.
#pragma once

#include <nlohmann/json.hpp>

#include "experiments/explore.h"

namespace stardust::experiments {

using Json = nlohmann::ordered_json;

/// "axes" with their values; "points" in the order of pointsOf, with `values` by axis, `state`, and either `cycles`,
/// `units`, `pareto` and the run's own `report`, or a `reason`; docs/internals/experiments.md.
Json exploredJson(const ExploreCommand& command, const std::vector<Point>& points);
/// Cycles against units as SVG: every point that was measured, and a line along each front.
std::string frontPlot(const ExploreCommand& command, const std::vector<Point>& points);
std::string exploredText(const ExploreCommand& command, const std::vector<Point>& points);
std::string exploredPage(const ExploreCommand& command, const std::vector<Point>& points);

}  // namespace stardust::experiments
