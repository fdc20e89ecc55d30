// Memory systems with a modified bandwidth.
#pragma once

#include "machine/memory.h"

namespace stardust::machine {

/// The same memory with another peak bandwidth. Uses the fewest channels that reach it at no more than the described
/// data rate, then lowers the data rate to match exactly. Channel latencies are unchanged. Throws Error (user) for an
/// ideal memory, and for an unreachable bandwidth.
MemorySystem withBandwidth(MemorySystem memory, double gbPerSecond);

}  // namespace stardust::machine
