// Whether the iterations of a loop store to elements of their own.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Whether each iteration of a serial loop only computes, and stores to elements whose place follows the counter, so
/// that no other iteration stores or reads them. Iterations then run in any order, or at the same time.
bool storesOwnElements(const For& loop);

}  // namespace stardust::loops
