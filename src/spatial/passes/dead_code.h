// Programs without values and memories that nobody reads.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Drops values that nobody uses, and the SparseSRAMs and SparseParSRAMs that are written and never read, with what
/// writes them and the loops that do nothing else. What takes from a FIFO or updates stays. Lowering emits the flags of
/// a workspace before it knows whether somebody asks for them. Linear in the size of the program.
Program withoutDeadCode(Program program);

}  // namespace stardust::spatial
