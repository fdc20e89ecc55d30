// The paper's tables as JSON (docs/internals/experiments.md), measured and published side by side. Markdown and plots
// are generated from these documents alone.
#pragma once

#include "experiments/paper_runs.h"
#include "experiments/recorded.h"

namespace stardust::experiments {

/// The beginning of every document: its schema, the version that made it, and the command.
Json header(const std::string& version, const std::string& command);

Json locTable(Json header, const Published& published, const PaperRuns& runs);
Json resourcesTable(Json header, const Published& published, const PaperRuns& runs);
Json perfTable(Json header, const Published& published, const PaperRuns& runs);
Json bandwidthTable(Json header, const Published& published, const PaperRuns& runs);

}  // namespace stardust::experiments
