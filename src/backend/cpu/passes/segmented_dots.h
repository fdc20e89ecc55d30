// Segmented dot products that are appended to a result.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Matches nested loops over fibers that append a dot product for each non-empty fiber. With short fibers, the branch
/// misprediction at the end of each inner loop dominates. A segmented reduction computes all products first, as one
/// stream across fiber boundaries; the coordinates are appended afterwards.
///     for r from begin until end {
///       for f from rows[r] until rows[r + 1] {
///         var s = 0   s = s + dot(values, crd, x, base, pos[f], pos[f + 1])
///         if pos[f] < pos[f + 1] { vals[count] = s   to[count] = coordinates[f]   count = count + 1 }
///       } … }   becomes
///     var values_count = count
///     dots values, crd, x, base by pos from rows[begin] until rows[end] into vals at values_count
///     if no fiber was empty { the loops, without s and the test } else { the loops, without s }
/// 562,000 fibers of 1.3 entries each: 2.3 ms fiber by fiber, 1.4 ms as a stream.
Function withSegmentedDots(const Function& function);

}  // namespace stardust::loops
