// Reductions inside of expressions: relu(sum(j, A(i,j) * x(j)) + b(i)). Each is a statement of its own before the
// expression, or an operand of it that is computed in its loops.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "notation/definitions.h"

namespace stardust::notation {

struct InnerReduction : Assignment {
  /// Its value type is the widest one of its operands; otherwise that of the result of the whole expression.
  bool hasTypeOfOperands = false;
  explicit InnerReduction(Assignment assignment) : Assignment(std::move(assignment)) {}
};
/// The statements in order, as sum1(i) = A(i,j) * x(j) or max1(i) max= A(i,j). A name does not occur in the source, and
/// is not taken.
struct InnerReductions : std::vector<InnerReduction> {
  std::function<bool(const std::string&)> isTaken = [](const std::string&) { return false; };
};

/// As parseExpr and parseAssignment; `inner` receives the reductions, and the expression reads their results. Null:
/// reductions are refused.
Expr parseExpr(Lexer& lexer, const Definitions& definitions, const std::vector<IndexVar>& outer,
               InnerReductions* inner);
Assignment parseAssignment(Lexer& lexer, const Definitions& definitions, InnerReductions* inner);

/// A reduction as an operand: sum(j, A(i,j) * x(j)). Its value is that of the statement for each coordinate of its free
/// variables, and it is stored everywhere. It is a call of an operator without values: cin::concretize makes loops of
/// it, and the reference evaluates it as a statement.
struct ReducedOperand {
  Op op;
  std::vector<IndexVar> reduced;
  Expr term;
};

/// Whether an operand can be reduced with this operator: it has a name inside of expressions.
bool canBeOperand(Op reduction);
/// The operator of the call, whose operands are a variable as a number, and the term. Precondition: canBeOperand.
Op operatorOfReduced(Op reduction);
/// Precondition: canBeOperand(operand.op), and at least one variable.
Expr reducedOperand(const ReducedOperand& operand, Location where = {});
/// The reduction, if the expression is one.
std::optional<ReducedOperand> asReducedOperand(const Expr& expr);
bool isReducedOperand(const Call& call);
bool hasReducedOperands(const Expr& expr);
/// The type of its value, where the assignment reads it: that of the computation, without an imaginary part if the term
/// has none.
ValueType typeOfReduced(const Expr& term, const Assignment& declared);
/// The assignment in which no reduction is over a variable that is free, or bound by a reduction around it: such a
/// variable of sum(j, A(i,j)) gets another name, as in sum(j_, A(i,j_)). `renamed` receives the old names by new ones;
/// it may be null.
Assignment withDistinctVariables(Assignment assignment, std::map<IndexVar, IndexVar>* renamed = nullptr);
/// The variables that no reduction in the expression binds, in order of first appearance.
std::vector<IndexVar> freeVariables(const Expr& expr);

}  // namespace stardust::notation
