// Splitting of bodies into pieces that Spatial's compiler can process.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Splits leaf bodies into several that pass values through FIFOs, for three reasons:
///   * Spatial's compiler follows all paths from a read to its uses, and in a search their number at least doubles with
///     each step. A piece therefore has few paths. A loop becomes a sequence of loops with the same counters, the last
///     of which may be a Reduce; primitives between controllers become a sequence of loops with one iteration.
///   * Two reads of a sparse memory between the controllers of a body have the port of each lane of a loop that reads
///     it there, but not each other's: the compiler then finds no banks. In a loop of their own they share a port.
///   * A unit has few inputs, and each surrounding loop takes one. If a loop that updates sparse memories has none
///   left,
///     an earlier loop computes the values and the addresses.
/// Other bodies do not change. Linear in the size of the program, except for the split bodies: their size times the
/// number of pieces.
Program withSplitBodies(Program program);

}  // namespace stardust::spatial
