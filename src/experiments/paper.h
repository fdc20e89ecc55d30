// `stardust paper`: the paper's tables and figures, measured again.
#pragma once

#include <optional>
#include <string>

#include "experiments/paper_runs.h"

namespace stardust::experiments {

struct PaperCommand {
  PaperRequest request;
  std::string out;      ///< the folder of the results
  std::string version;  ///< of the program, for the results
  std::string command;  ///< that makes them again, for the results
};

/// The parts by their names: "loc,resources". Throws Error (user) for one that is not there.
std::set<Part> parseParts(const std::string& names);

struct PaperOutcome {
  std::string told;                     ///< the tables in short, and how many measurements are missing
  std::optional<Diagnostic> unwritten;  ///< why not all files could be written: a full disk
};

/// Writes the JSON of each part and, from these and those of earlier calls, the page and the plots. Throws Error
/// (user): a data set that is not there, a folder that cannot be written to.
PaperOutcome measurePaper(const PaperCommand& command);

}  // namespace stardust::experiments
