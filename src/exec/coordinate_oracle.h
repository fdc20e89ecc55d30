// The reference evaluator for large tensors: sums of products, each one a join of the stored coordinates of its
// factors.
#pragma once

#include "exec/reference_problem.h"

namespace stardust::exec {

/// Distributes products over sums, and for each product binds one variable after another: to the intersection of the
/// sorted coordinates of the sparse factors that have it (leapfrog join; Veldhuizen, "Leapfrog Triejoin"), or to its
/// whole extent if only dense factors have it. Throws Error (unsupported) for divided integers, and for more than
/// `maxSteps` coordinates.
Evaluated evaluateCoordinates(const Problem& problem, std::int64_t maxSteps);

}  // namespace stardust::exec
