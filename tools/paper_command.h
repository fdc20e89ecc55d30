// The flags of `stardust paper`.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <string>

#include "pool_flags.h"

namespace stardust::tools {

struct PaperFlags {
  std::string data, out = "docs/results", only;
  PoolFlags pool;
  bool quiet = false;

  void addTo(CLI::App& app);
};

/// Measures, writes and says what was asked for; `cancelled` ends it early with what is known. Throws Error (user).
int measurePaper(const PaperFlags& flags, const std::atomic<bool>& cancelled);

}  // namespace stardust::tools
