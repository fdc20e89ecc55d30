// The number of parallel runs, and the progress of their command.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "experiments/jobs.h"
#include "watch.h"

namespace stardust::tools {

/// "stardust VERSION (GIT ID)", for results.
std::string versionText();

struct PoolFlags {
  std::string jobs;  ///< a number; empty: the number of processors

  void addTo(CLI::App& app);
  /// A pool that runs this program, stores its reports in FOLDER/runs, updates the progress line, and ends early when
  /// the command is stopped.
  experiments::PoolOptions options(const std::string& folder, Watch& watch) const;

 private:
  int width() const;  ///< throws Error (user) for an invalid number
};

}  // namespace stardust::tools
