// Split points of a leaf body.
#pragma once

#include <vector>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Splits primitives, in order, into pieces; a new piece begins before the number of paths becomes too large. The
/// statements that write memories stay together at the end, in a separate piece if `effectsAlone`. `value` is the
/// operand of the surrounding Reduce, or null. Linear in the number of primitives.
std::vector<Body> piecesOf(const Body& primitives, const Expr& value, bool effectsAlone);

/// The values without memory reads. Each piece recomputes them, so that addresses stay affine.
Body withoutReads(const Body& primitives);

}  // namespace stardust::spatial
