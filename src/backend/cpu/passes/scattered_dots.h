// Dot products of two long fibers by scattering.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// For two long fibers, intersect.cpp generates a probe of a position table. If the merge has become a plain sparse dot
/// product, values can be scattered instead of positions: one fiber is scattered into a row of zeros, and the sum is
/// the dot product of the other fiber with the row.
///     if fibers are long { resize table to size = noPosition  … } else { s = s + sparse_dot(A, …, B, …) }   becomes
///     if fibers are long {
///       resize row to size = 0   row[B_crd[p]] = B[p] for all p   let products = dot(A, …, row)   s = s + products
///                          row[B_crd[p]] = 0 for all p } else { s = s + sparse_dot(A, …, B, …) }
/// Where the table is written once, before loops that look it up (tables.h), so is the row:
///     if it fits { resize table to size = noPosition   table[B_crd[p]] = p for all p }
///     for i … { if it fits { …  table … } else { s = s + seldom_dot(A, …, B, …) } }
/// If the row is written in a loop, it is cleared at the end of that loop's body.
/// Entries of A without a partner are multiplied by 0, which gives NaN for infinite or NaN entries; in that case the
/// merge computes the sum. Inner product of 40,000 pairs of fibers, medians of interleaved runs with one thread: 20
/// entries 2.9 → 2.4 ms, 100 entries 13.7 → 8.3 ms.
Function withScatteredDots(const Function& function);

}  // namespace stardust::loops
