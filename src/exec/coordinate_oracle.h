// The reference evaluator for large tensors: sums of products, each computed as a join of the stored coordinates of its
// factors.
#pragma once

#include "exec/reference_problem.h"

namespace stardust::exec {

/// Distributes products over sums. For each product, binds its variables one after the other: to the intersection of
/// the sorted coordinates of the sparse factors that have it (leapfrog join; Veldhuizen, "Leapfrog Triejoin"), or to
/// its whole extent if only dense factors have it. Throws Error (unsupported) for division of integers, and beyond
/// `maxSteps` coordinates.
Evaluated evaluateCoordinates(const Problem& problem, std::int64_t maxSteps);

}  // namespace stardust::exec
