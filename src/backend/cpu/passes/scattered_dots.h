// Products of two long fibers.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Where two fibers are long, intersect.cpp looks up in a table of positions what a walk along both would find. If the
/// walk turned out to be nothing but a sparse dot product, values do instead of positions: one fiber is scattered into
/// a row of zeros, and the other's dot product with the row is the sum.
///     if fibers are long { resize table to size = noPosition  … } else { s = s + sparse_dot(A, …, B, …) }   is
///     if fibers are long {
///       resize row to size = 0   row[B_crd[p]] = B[p] for all p   let products = dot(A, …, row)   s = s + products
///                          row[B_crd[p]] = 0 for all p } else { s = s + sparse_dot(A, …, B, …) }
/// What A has and B has not is multiplied by 0, which is no number where A is infinite or none; then the walk adds it
/// up. Inner product of 40,000 pairs of fibers, medians in turn with one thread: of 20 entries 2.9 → 2.4 ms, of
/// 100 13.7 → 8.3.
Function withScatteredDots(const Function& function);

}  // namespace stardust::loops
