// Recognition of sparse dot products.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Replaces loops that only accumulate products of elements and gathered elements by an expression, for which the
/// backend
/// has specialised code:
///     for p from begin until end simd { let j = i64(crd[p]); s = s + A[p] * x[j] }   becomes
///     s = s + dot(A, crd, x, 0, begin, end)
/// Merges of two fibers that accumulate products at common coordinates become sparse_dot in the same way.
Function withDotProducts(const Function& function);

}  // namespace stardust::loops
