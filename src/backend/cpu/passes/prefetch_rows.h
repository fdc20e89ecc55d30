// Rows that are asked for before they are read.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Coordinates choose rows of dense arrays in an order that no processor guesses; but the next coordinates are known.
/// Loops over the coordinates of an operand ask for the rows of a few iterations later, also where these are of other
/// fibers.
///     for p … {
///       let j = i64(crd[p]); prefetch D from i64(crd[p + 8]) * n for n if crd has p + 8; …
///       for k … { … D[j * n + k] … } }
Function withPrefetchedRows(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
