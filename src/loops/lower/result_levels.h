// What the levels of a result, and the loops around, say of how it is written.
#pragma once

#include <optional>

#include "loops/lower/scope.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

/// Whether a level of the result is appended; others are computed.
bool isAppended(const Access& result, int level);
/// The first level from this one on that is appended; the order of the result if there is none.
int nextAppended(const Access& result, int level);
/// Whether any level is; else the result is an array that is there from the start.
bool isAppended(const Access& result);
/// Whether its last level merges equal neighbours.
bool appendsRuns(const Access& result);

/// The level of the result whose coordinates the loop finds; none if it finds none. Throws Error (unsupported) if they
/// come out of order.
std::optional<int> levelOfResult(const cin::Forall& loop, const Scope& scope, const StatementFacts& facts);
/// Whether no loop around comes back to the same element, and nothing else writes it.
bool isWrittenOnce(const Access& lhs, const Scope& scope, const StatementFacts& facts);
/// Where the element of the result is stored. Throws Error (unsupported) if the loops do not know.
Expr placeOfResult(const Access& lhs, const Scope& scope);
/// forall(var, A(…,var) = …): a row of the last level, which lists its coordinates, and `var` is nowhere else.
bool isRowOfResult(const IndexVar& var, const StatementFacts& facts);

}  // namespace stardust::loops
