// `stardust opt`: passes on a text.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "pass_flags.h"

namespace stardust::tools {

struct OptFlags {
  std::string file = "-", ir = "cin", schedule, machine = "capstan", processor;
  std::vector<std::string> passes;
  bool list = false;
  PassFlags seen;

  void addTo(CLI::App& app);
};

/// Prints the passes' output, or the list of passes. Throws Error.
int runPasses(const OptFlags& flags);

}  // namespace stardust::tools
