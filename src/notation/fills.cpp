#include "notation/fills.h"

#include <algorithm>
#include <cmath>

#include "notation/accumulate.h"
#include "notation/stored.h"

namespace stardust::notation {
namespace {

bool reads(const Expr& expr, const std::string& tensor) {
  const std::vector<Access> all = accesses(expr);
  return std::any_of(all.begin(), all.end(), [&](const Access& read) { return read.tensor.name == tensor; });
}

// The value of a call with this constant operand, if it does not depend on the others.
std::optional<double> absorbed(const operators::Operator& op, std::size_t operand, double value) {
  if (op.annihilator && op.annihilator->isAt(operand) && value == operators::realOf(op.annihilator->value))
    return value;
  if (&op == operators::add && std::isinf(value)) return value;
  if (&op == operators::subtract && std::isinf(value)) return operand == 0 ? value : -value;
  return std::nullopt;
}

}  // namespace

std::optional<double> valueWith(const Expr& expr, const std::string& tensor, double value) {
  using Value = std::optional<double>;
  return match(
      expr->kind, [&](const Access& read) { return read.tensor.name == tensor ? Value(value) : Value(); },
      [](const Literal& literal) { return realNumber(literal); },
      [&](const Call& call) {
        double operands[operators::mostOperands] = {};
        bool isConstant = true;
        for (std::size_t n = 0; n < call.operands.size(); ++n) {
          const Value operand = valueWith(call.operands[n], tensor, value);
          if (const Value whole = operand ? absorbed(*call.op, n, *operand) : Value()) return whole;
          isConstant = isConstant && operand;
          operands[n] = operand.value_or(0);
        }
        return isConstant ? Value(call.op->real(operands)) : Value();
      });
}

bool mayBeSkipped(const Assignment& assignment, const std::string& tensor, double fill) {
  const auto is = [&](const Expr& term, double at, double wanted) { return valueWith(term, tensor, at) == wanted; };
  if (reducesAll(assignment.op)) {
    const double identity = operators::realOf(identityOf(assignment.op));
    const std::vector<Expr> parts = reductionTerms(assignment.op, assignment.rhs);
    return std::all_of(parts.begin(), parts.end(),
                       [&](const Expr& part) { return !reads(part, tensor) || is(part, fill, identity); });
  }
  const auto isSkipped = [&](const Access& read) { return read.tensor.name != tensor; };  // the others are dense
  const std::vector<Term> terms = additiveTerms(assignment.rhs);
  return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
    return !reads(term.expr, tensor) || (is(term.expr, fill, 0) && !storedWhere(term.expr, {}, isSkipped));
  });
}

}  // namespace stardust::notation
