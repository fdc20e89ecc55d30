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

/// Runs all combinations, writes and prints what was found; once it is stopped, what is known. Throws Error
/// (user; wrong or internal if a combination came to that).
int exploreKernel(const ExploreFlags& flags, Watch& watch);

}  // namespace stardust::tools
