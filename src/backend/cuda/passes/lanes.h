// Cooperation of the lanes of a warp.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Gives each iteration of a grid to a warp, if its lanes can share the work: the iterations of sums, and those of
/// loops that store elements of their own.
///     for chunk … threads {                    becomes   for chunk … warps {
///       for i from first until last {                      if entries of the rows >= 8 * rows {
///         var sum = 0                                        for i from first until last {
///         for p from pos[i] until pos[i + 1] simd              var sum = 0
///           { sum = sum + … }                                  for p from pos[i] until pos[i + 1] lanes { sum = … }
///         y[i] = sum                                           y[i] = sum
///       }                                                    }
///     }                                                    } else {
///                                                            for i from first until last lanes { … }
///                                                          }
///                                                        }
/// So lanes share the entries of long rows, and the rows if these are short: each warp decides for its rows. Grids that
/// allocate, insert or fail stay with threads.
Function withLanes(const Function& function);

}  // namespace stardust::loops
