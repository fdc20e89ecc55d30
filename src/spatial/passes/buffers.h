// Memories of which each iteration has its own words.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Declares with `.buffer` what several stages of its loop write (hazards.h). Linear in the size of the program.
Program withBuffers(Program program);

}  // namespace stardust::spatial
