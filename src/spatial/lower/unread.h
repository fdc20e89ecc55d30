// Programs without memories that nobody reads.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Drops the SparseSRAMs and SparseParSRAMs that are written and never read, with what writes them, the loops that do
/// nothing else, and the values that only they used. Lowering emits the flags of a workspace before it knows whether
/// somebody asks for them. Linear in the size of the program.
Body dropUnread(const Body& body);

}  // namespace stardust::spatial
