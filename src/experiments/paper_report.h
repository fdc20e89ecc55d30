// The documents of paper_json.h as Markdown, plots, and summary lines.
#pragma once

#include <map>
#include <string>

#include "experiments/paper_json.h"

namespace stardust::experiments {

/// By file name without extension: "loc", "resources", "perf", "bandwidth", "recorded". A missing document has no
/// section.
using Documents = std::map<std::string, Json>;

/// The page with all tables, the command of each, and the missing measurements.
std::string markdown(const Documents& documents);

/// The geometric means, and the number of figures within the tolerances, for a terminal.
std::string summary(const Documents& documents);

/// The plots with data in the documents, by file name: "perf.svg", "bandwidth.svg", "recorded.svg".
std::map<std::string, std::string> plots(const Documents& documents);

}  // namespace stardust::experiments
