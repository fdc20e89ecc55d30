// From a Spatial program to contexts, channels and memories of Capstan, and what of the machine they use.
#pragma once

#include <string>
#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// Unrolls, splits and connects (docs/internals/capstan.md). Linear in the size of the unrolled program.
/// Throws Error (unsupported) for what the mapper cannot lay out, (user) for names and types that are wrong.
Mapping map(const spatial::Program& program, const Machine& machine);

}  // namespace stardust::capstan
