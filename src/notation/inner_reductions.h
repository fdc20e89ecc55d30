// Reductions inside of expressions: relu(sum(j, A(i,j) * x(j)) + b(i)). Each is a statement of its own before the
// expression.
#pragma once

#include <vector>

#include "notation/definitions.h"

namespace stardust::notation {

struct InnerReduction : Assignment {
  /// Its value type is the widest one of its operands; otherwise that of the result of the whole expression.
  bool hasTypeOfOperands = false;
  explicit InnerReduction(Assignment assignment) : Assignment(std::move(assignment)) {}
};
/// The statements in order, as sum1(i) = A(i,j) * x(j) or max1(i) max= A(i,j). A name does not occur in the source.
using InnerReductions = std::vector<InnerReduction>;

/// As parseExpr and parseAssignment; `inner` receives the reductions, and the expression reads their results. Null:
/// reductions are refused.
Expr parseExpr(Lexer& lexer, const Definitions& definitions, const std::vector<IndexVar>& outer,
               InnerReductions* inner);
Assignment parseAssignment(Lexer& lexer, const Definitions& definitions, InnerReductions* inner);

}  // namespace stardust::notation
