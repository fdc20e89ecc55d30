// The Accel body of the emitted program. A top-down walk over the planned statement emits memories, transfers and
// addresses at their first use, in the outermost body in which they can be computed.
#pragma once

#include <string>
#include <vector>

#include "capstan/lower/host.h"

namespace stardust::spatial {

struct Accel {
  Body body;
  /// Innermost loops that run without lanes, because their bodies contain controllers.
  std::vector<std::string> serialLoops;
};
/// Declares in `host` the host data that it needs.
Accel lowerAccel(const placement::Plan& plan, Host& host, Names& names);

}  // namespace stardust::spatial
