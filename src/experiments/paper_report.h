// The documents of paper_json.h for people: Markdown, plots, and the lines that sum them up.
#pragma once

#include <map>
#include <string>

#include "experiments/paper_json.h"

namespace stardust::experiments {

/// By name of the file without extension: "loc", "resources", "perf", "bandwidth", "recorded". What there is not has no
/// section.
using Documents = std::map<std::string, Json>;

/// The page with all tables, the command of each, and what could not be measured.
std::string markdown(const Documents& documents);

/// The geometric means and how many figures are within the tolerances, for a terminal.
std::string summary(const Documents& documents);

/// The plots that the documents have data for, by name of the file: "perf.svg", "bandwidth.svg", "recorded.svg".
std::map<std::string, std::string> plots(const Documents& documents);

}  // namespace stardust::experiments
