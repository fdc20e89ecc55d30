// Memory systems that differ from a description in their bandwidth.
#pragma once

#include "machine/memory.h"

namespace stardust::machine {

/// The same memory with another peak bandwidth: the fewest channels that have it at no more than its data rate, which
/// then makes it exact. So a channel stays what it is, with its latencies. Throws Error (user) for an ideal memory, and
/// for a bandwidth that it cannot have.
MemorySystem withBandwidth(MemorySystem memory, double gbPerSecond);

}  // namespace stardust::machine
