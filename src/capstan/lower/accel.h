// The Accel body of the emitted program: a top-down walk over the planned statement that emits memories, transfers and
// addresses where they are first needed, in the outermost body where they can be computed.
#pragma once

#include <string>
#include <vector>

#include "capstan/lower/host.h"

namespace stardust::spatial {

struct Accel {
  Body body;
  /// Innermost loops whose iterations run one by one, since their bodies are no steps of lanes.
  std::vector<std::string> serialLoops;
};
/// Declares in `host` what it needs of the host.
Accel lowerAccel(const placement::Plan& plan, Host& host, Names& names);

}  // namespace stardust::spatial
