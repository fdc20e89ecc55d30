// A look at what Accel became: Regs whose value a register of the machine would keep; internal to the room.
#pragma once

#include "spatial/nodes.h"

namespace stardust::staging {

/// The declarations of Regs in bodies of primitives that are read there before they are set, and then set: each iteration reads the value that they are
/// declared with, and not what the one before left. Linear in the program.
spatial::Body regsReadFresh(const spatial::Body& accel);

}  // namespace stardust::staging
