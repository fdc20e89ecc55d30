// --timeout and --memory-limit, of every command.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "watch.h"

namespace stardust::tools {

struct LimitFlags {
  std::string timeout, memory;  ///< as the user wrote them; empty: no limit

  void addTo(CLI::App& app);
  /// From here on they hold. Throws Error (user) for what is no number of seconds or bytes.
  void apply(Watch& watch) const;
};

}  // namespace stardust::tools
