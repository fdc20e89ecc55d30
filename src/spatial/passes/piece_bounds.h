// Where a body of primitives can be cut.
#pragma once

#include <vector>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// The primitives in order, in pieces; a piece begins where too many ways lead to what the one before would compute.
/// The statements that write memories stay together, at the end; they are a piece of their own if `effectsAlone`.
/// `value` is what a Reduce around them takes, or null. Linear in the size of the primitives.
std::vector<Body> piecesOf(const Body& primitives, const Expr& value, bool effectsAlone);

/// The values that need no reads of memories. Where each piece computes these anew, addresses stay affine.
Body withoutReads(const Body& primitives);

}  // namespace stardust::spatial
