// Dot products with what coordinates point to.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Loops that do nothing but add up products of elements and of what coordinates point to become an expression, for
/// which a backend has better code than it would find by itself.
///     for p from begin until end simd { let j = i64(crd[p]); s = s + A[p] * x[j] }   is
///     s = s + dot(A, crd, x, 0, begin, end)
/// So do walks along two fibers that add up products at common coordinates.
Function withDotProducts(const Function& function);

}  // namespace stardust::loops
