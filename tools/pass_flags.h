// --print-after and --print-changed of `run`, `compile` and `opt`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "driver/pass_watch.h"
#include "driver/target.h"

namespace stardust::tools {

struct PassFlags {
  std::vector<std::string> after;
  bool changed = false;

  void addTo(CLI::App& app);
  /// Prints the outputs of passes to the standard output, even if a later pass fails. Throws Error (user) for an
  /// unknown pass.
  driver::PassWatch watch() const;
  /// The same for a target. Throws also for a pass that is neither in its pipeline nor in its fallback's.
  driver::PassWatch watch(const driver::Backend& target) const;
};

}  // namespace stardust::tools
