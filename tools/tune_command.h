// `stardust tune`: the search for a fast schedule.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "kernel_flags.h"
#include "watch.h"

namespace stardust::tools {

struct TuneFlags {
  KernelFlags kernel;
  double budget = 60;
  bool formats = false;
  int top = 5;
  std::string save, json;
  std::string tuned;  ///< the file in which the winner is kept; empty: that of the user

  void addTo(CLI::App& app);
};

/// Prints the fastest schedules, and writes the files. Throws Error.
int tuneKernel(const TuneFlags& flags, Watch& watch);

}  // namespace stardust::tools
