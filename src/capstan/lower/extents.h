// Extents as literals of the program. A register would occupy one of a unit's few inputs, and Spatial's compiler
// spreads lanes over the banks of a memory only for a constant stride.
#pragma once

#include "capstan/machine/limits.h"
#include "capstan/plan/plan.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

inline constexpr int wordBits = 32, tileWords = capstan::wordsPerTile;  ///< of bit vectors

Expr extentOf(const placement::Plan& plan, const notation::IndexVar& var);
Expr extentOfLevel(const placement::Plan& plan, const notation::Access& access, int level);
/// The product of the extents of levels [begin, end).
Expr extentOfLevels(const placement::Plan& plan, const notation::Access& access, int begin, int end);
/// The size of a bit vector: the extent in bits, rounded up to whole tiles of 512, at least one. Throws Error
/// (unsupported) if 32 bits cannot hold it.
Expr bitsOf(const placement::Plan& plan, const notation::IndexVar& var);

/// The parallelization of innermost loops, a parameter of the program.
Expr innerPar();
/// The lanes for a number of iterations. There are no more lanes than iterations, because Spatial's compiler searches a
/// bank for each lane.
Expr lanesOf(const placement::Plan& plan, const Expr& iterations);

}  // namespace stardust::spatial
