// --timeout and --memory-limit, for every command.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "watch.h"

namespace stardust::tools {

struct LimitFlags {
  std::string timeout, memory;  ///< as the user wrote them; empty: no limit

  void addTo(CLI::App& app);
  /// Puts the limits into force. Throws Error (user) for an invalid number of seconds or bytes.
  void apply(Watch& watch) const;
};

}  // namespace stardust::tools
