// Software prefetching of indirectly addressed rows.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Rows of dense arrays that are addressed by coordinates defeat hardware prefetchers, but the next coordinates are
/// known.
/// Loops over the coordinates of an operand prefetch the rows of a later iteration, including those of the next fiber:
///     for p … {
///       let j = i64(crd[p]); prefetch D from i64(crd[p + 8]) * n for n if crd has p + 8; …
///       for k … { … D[j * n + k] … } }
Function withPrefetchedRows(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
