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
  /// What passes give goes to the standard output, also where a later one fails. Throws Error (user) at a pass that
  /// there is not.
  driver::PassWatch watch() const;
  /// The same for a target: also at a pass that neither its way has nor that of its fallback.
  driver::PassWatch watch(const driver::Backend& target) const;
};

}  // namespace stardust::tools
