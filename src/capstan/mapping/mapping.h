// Mapping of a Spatial program to contexts, channels and memories of Capstan.
#pragma once

#include <string>
#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// Unrolls, splits and connects (docs/internals/capstan.md). Linear in the size of the unrolled program. Throws Error:
/// unsupported for programs that the mapper cannot lay out, user for wrong names and types.
Mapping map(const spatial::Program& program, const Machine& machine);

}  // namespace stardust::capstan
