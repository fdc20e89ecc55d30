// Reads stream graphs from Graphviz text, in the dialect of the public SAM compiler.
#pragma once

#include "sam/attributes.h"
#include "sam/nodes.h"

namespace stardust::sam {

/// The fault of an unknown node, attribute or edge has a caret; other faults are left to `verify` (verify.h). Broadcast
/// nodes become several consumers of one output. `declared`: reductions besides the operators of the table. Throws
/// Error (user).
Graph parseGraph(const stardust::Source& source, const Declared& declared = {});

}  // namespace stardust::sam
