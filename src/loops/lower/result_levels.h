// Properties of the result's levels under the enclosing loops, which determine how the result is written.
#pragma once

#include <optional>

#include "loops/lower/scope.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

/// Whether a level of the result is appended; positions of other levels are computed.
bool isAppended(const Access& result, int level);
/// The first appended level from `level` on; the order of the result if there is none.
int nextAppended(const Access& result, int level);
/// Whether some level is appended; otherwise the result is a preallocated array.
bool isAppended(const Access& result);
/// Whether the last level merges equal neighbours.
bool appendsRuns(const Access& result);

/// The level of the result whose coordinates the loop enumerates, if any. Throws Error (unsupported) if it enumerates
/// them out of order.
std::optional<int> levelOfResult(const cin::Forall& loop, const Scope& scope, const StatementFacts& facts);
/// Whether each element is written once: no enclosing loop revisits it, and no other assignment writes it.
bool isWrittenOnce(const Access& lhs, const Scope& scope, const StatementFacts& facts);
/// The position of an element of the result. Throws Error (unsupported) if the loops do not determine it.
Expr placeOfResult(const Access& lhs, const Scope& scope);
/// Whether the loop fills one row: forall(var, A(…,var) = …) at a last level with a coordinate list, and no other use
/// of `var`.
bool isRowOfResult(const IndexVar& var, const StatementFacts& facts);

}  // namespace stardust::loops
