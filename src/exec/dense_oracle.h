// The simplest reference evaluator: dense loops over the whole index space.
#pragma once

#include "exec/reference_problem.h"

namespace stardust::exec {

/// Throws Error (unsupported) if the index space of a term, or an operand, has more than `maxPoints` points.
Evaluated evaluateDense(const Problem& problem, std::int64_t maxPoints);

}  // namespace stardust::exec
