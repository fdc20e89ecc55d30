// Sums of dense rows and sparse fibers into a dense result.
#pragma once

#include <vector>

#include "loops/lower/scope.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

/// A(i,j) = B(i,j) + C(i,j) with dense A and C, and sparse B: writes the row of C, then adds the entries of B. Returns
/// these loops; empty if the loop has another form.
std::vector<cin::Stmt> rowThenEntries(const cin::Forall& loop, const Scope& outer, const StatementFacts& facts);

}  // namespace stardust::loops
