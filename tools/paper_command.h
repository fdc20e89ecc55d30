// The flags of `stardust paper`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "pool_flags.h"
#include "watch.h"

namespace stardust::tools {

struct PaperFlags {
  std::string data, out = "docs/results", only;
  PoolFlags pool;
  bool quiet = false;

  void addTo(CLI::App& app);
};

/// Measures, writes and prints the requested parts; when it is stopped, the results so far. Throws Error (user).
int measurePaper(const PaperFlags& flags, Watch& watch);

}  // namespace stardust::tools
