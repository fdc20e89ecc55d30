// How many runs at a time, and what a command tells of them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "experiments/jobs.h"
#include "watch.h"

namespace stardust::tools {

/// "stardust VERSION (GIT ID)", for results.
std::string versionText();

struct PoolFlags {
  std::string jobs;  ///< a number; empty: as many as there are processors

  void addTo(CLI::App& app);
  /// A pool that runs this very program, keeps its reports in FOLDER/runs, tells the line how far it is, and ends early
  /// once the command is stopped.
  experiments::PoolOptions options(const std::string& folder, Watch& watch) const;

 private:
  int width() const;  ///< throws Error (user) for what is no number of jobs
};

}  // namespace stardust::tools
