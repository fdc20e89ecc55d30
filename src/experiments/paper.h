// `stardust paper`: repeats the measurements of the paper's tables and figures.
#pragma once

#include <optional>
#include <string>

#include "experiments/paper_runs.h"

namespace stardust::experiments {

struct PaperCommand {
  PaperRequest request;
  std::string out;      ///< the folder of the results
  std::string version;  ///< of the program, recorded in the results
  std::string command;  ///< the command that reproduces the results, recorded in them
};

/// Parses the names of parts: "loc,resources". Throws Error (user) for an unknown part.
std::set<Part> parseParts(const std::string& names);

struct PaperOutcome {
  std::string told;                     ///< a summary of the tables, and the number of missing measurements
  std::optional<Diagnostic> unwritten;  ///< why files could not be written, such as a full disk
};

/// Writes the JSON of each part and, from these and those of earlier calls, the page and the plots. Throws Error (user)
/// for a missing data set, and for a folder that cannot be written.
PaperOutcome measurePaper(const PaperCommand& command);

}  // namespace stardust::experiments
