// Sums of dense rows and sparse entries, with a dense result.
#pragma once

#include <vector>

#include "loops/lower/scope.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

/// A(i,j) = B(i,j) + C(i,j), where A and C are dense and B is not: C's row is written, then B's entries are added. The
/// loops that do that; empty if it is anything else.
std::vector<cin::Stmt> rowThenEntries(const cin::Forall& loop, const Scope& outer, const StatementFacts& facts);

}  // namespace stardust::loops
