// A look at what Accel became: Regs whose value a register of the machine would keep.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// The declarations of Regs in bodies of loops that are read there where they may not have been set, and that are set:
/// each iteration reads the value that they are declared with, and not what the one before left. A loop inside is taken
/// to run at least once. In branches, the Regs that are set are copied.
Body regsReadFresh(const Body& accel);

}  // namespace stardust::spatial
