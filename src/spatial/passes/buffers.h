// Memories with separate words for each iteration.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Adds `.buffer` to memories that several stages of their loop write (hazards.h). Linear in the size of the program.
Program withBuffers(Program program);

}  // namespace stardust::spatial
