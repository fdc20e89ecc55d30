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

/// Measures, writes and says what was asked for; once it is stopped, what is known. Throws Error (user).
int measurePaper(const PaperFlags& flags, Watch& watch);

}  // namespace stardust::tools
