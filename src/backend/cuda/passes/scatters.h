// Loops that scatter, over a GPU.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Parallel forms of serial loops whose iterations only add to elements, or take the least or the greatest, at any
/// place of arrays that they do not read. Where the order of the operations does not matter, as with integers, they are
/// atomic:
///     for i from 0 until n { … y[at] += v }    becomes   for i from 0 until n parallel { … y[at] += v atomic }
/// Sums of floating point depend on their order. Parts of the loop then have arrays of their own, which are added part
/// by part, so that the result is always the same:
///     array parts: f64[32 * size] = 0
///     for part from 0 until 32 parallel { for i from … until … { … parts[part * size + at] += v } }
///     for at from 0 until size parallel { var sum = y[at] for part … { sum = sum + parts[part * size + at] } y[at] =
///     sum }
Function withScatters(const Function& function);

}  // namespace stardust::loops
