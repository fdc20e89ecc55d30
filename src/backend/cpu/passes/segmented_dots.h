// Dot products of many fibers, appended to a result.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Loops over fibers, of fibers where they are nested, that append a dot product for each fiber that has entries: where
/// these are short, a loop over few entries costs most at its end, which no processor foresees. So all products are
/// summed first, as one stream across the ends of fibers, and then the coordinates are appended.
///     for r from begin until end {
///       for f from rows[r] until rows[r + 1] {
///         var s = 0   s = s + dot(values, crd, x, base, pos[f], pos[f + 1])
///         if pos[f] < pos[f + 1] { vals[count] = s   to[count] = coordinates[f]   count = count + 1 }
///       } … }   is
///     var values_count = count
///     dots values, crd, x, base by pos from rows[begin] until rows[end] into vals at values_count
///     if no fiber was empty { the loops, without s and asking nothing } else { the loops, without s }
/// 562,000 fibers of 1.3 entries each: 2.3 ms fiber by fiber, 1.4 as a stream.
Function withSegmentedDots(const Function& function);

}  // namespace stardust::loops
