// Sums inside of expressions: relu(sum(j, A(i,j) * x(j)) + b(i)). Each is a statement of its own before the expression.
#pragma once

#include <vector>

#include "notation/definitions.h"

namespace stardust::notation {

/// The statements in order, as sum1(i) = A(i,j) * x(j). A name does not occur in the source.
using Sums = std::vector<Assignment>;

/// As parseExpr and parseAssignment; `sums` receives the sums, and the expression reads their results. Null: sums are
/// refused.
Expr parseExpr(Lexer& lexer, const Definitions& definitions, Sums* sums);
Assignment parseAssignment(Lexer& lexer, const Definitions& definitions, Sums* sums);

}  // namespace stardust::notation
