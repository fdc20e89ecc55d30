// Segmented sums of dot products over short fibers.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Matches loops over the fibers of one parent that add a dot product of each fiber. With short fibers, the branch
/// misprediction at the end of each inner loop dominates. The products of all entries are then stored contiguously
/// first, and each fiber sums its segment.
///     for f from begin until end { … s = s + dot(values, crd, x, base, pos[f], pos[f + 1]) … }   becomes
///     let first = pos[begin]   let entries = pos[end] - first
///     if entries are few {
///       for p from 0 until entries { products[p] = values[first + p] * x[base + i64(crd[first + p])] }
///       for f from begin until end { … s = s + sum(products, pos[f] - first, pos[f + 1] - first) … }
///     } else { the loop }
/// 562,000 fibers of 1.3 entries each: 2.8 ms with dot products, 2.3 ms with sums; with two threads 2.1 and 1.1 ms.
Function withSegmentedSums(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
