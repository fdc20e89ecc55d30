// The flags of `stardust explore`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "kernel_flags.h"
#include "pool_flags.h"
#include "watch.h"

namespace stardust::tools {

struct ExploreFlags {
  KernelFlags kernel;
  std::vector<std::string> vary;
  std::string out = "explore";
  PoolFlags pool;

  void addTo(CLI::App& app);
};

/// Runs all combinations, and writes and prints the results; when it is stopped, the results so far. Throws Error:
/// user; wrong or internal if a combination failed so.
int exploreKernel(const ExploreFlags& flags, Watch& watch);

}  // namespace stardust::tools
