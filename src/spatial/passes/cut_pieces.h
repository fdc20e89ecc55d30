// Bodies in pieces that Spatial's compiler gets through.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Cuts bodies of primitives into several that pass values on by FIFOs, for three reasons:
///   * Spatial's compiler follows all ways from a read to what it is used for, and those of a search double or more
///     with each step. So a piece has few ways: a loop becomes a row of loops with the same counters, of which the last
///     may be a Reduce; what a body with controllers computes between them becomes a row of loops with one iteration.
///   * Two reads of a sparse memory beside the controllers of a body are at the same port as each lane of a loop there
///     that reads it, but not as each other: the compiler then finds no banks. In a loop of their own they are.
///   * A unit has few inputs, and each loop around it takes one. Where a loop that updates sparse memories has none
///     left, a loop before it computes what is written, and where.
/// Other bodies stay as they are. Linear in the size of the program, but for the bodies that are cut:
/// their size times the number of pieces.
Program inPieces(Program program);

}  // namespace stardust::spatial
