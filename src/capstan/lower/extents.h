// Extents as numbers of the program: a unit has few inputs, and a register would take one of each; and lanes are only
// spread over the banks of a memory by a stride that is known.
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
/// The extent in bits of a bit vector: whole tiles of 512, at least one. Throws Error (unsupported): more than 32 bits
/// count.
Expr bitsOf(const placement::Plan& plan, const notation::IndexVar& var);

/// The parallelisation of innermost loops, a parameter of the program.
Expr innerPar();
/// The lanes of so many iterations: no more, because Spatial's compiler looks for a bank for each.
Expr lanesOf(const placement::Plan& plan, const Expr& iterations);

}  // namespace stardust::spatial
