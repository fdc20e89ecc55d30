// Elimination of dead values and memories.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Drops unused values, and the SparseSRAMs and SparseParSRAMs that are never read, with their writes and the loops
/// that become empty. Dequeues and updates stay. Lowering emits the flags of a workspace before it knows whether they
/// have uses. Linear in the size of the program.
Program withoutDeadCode(Program program);

}  // namespace stardust::spatial
