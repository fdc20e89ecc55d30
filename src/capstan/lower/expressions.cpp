// Index-notation expressions to Spatial expressions.
#include "capstan/lower/accel.h"
#include "capstan/lower/operators.h"
#include "spatial/build.h"

namespace stardust::spatial {

using notation::AssignOp;

Expr Accel::literal(const notation::Literal& literal) {
  const double number = match(
      literal.value, [](std::int64_t v) { return static_cast<double>(v); }, [](double v) { return v; });
  return lit(number, Type::T);  // in range: notation::requireValueType
}

// What an empty reduction holds.
Expr Accel::identity(AssignOp op) { return constant(notation::identityOf(op), host_.valueType()); }

// Absent operands read as 0. That is right where the operator takes a 0 like any other number. Where it needs the
// operand, there is no value, which counts as 0; of Int, a product with the 0 is that already.
Expr Accel::value(const notation::Call& call, const notation::Expr& expr) {
  const operators::Operator& op = *call.op;
  std::vector<Expr> operands;
  for (const notation::Expr& operand : call.operands) operands.push_back(value(operand));
  const bool isExact = host_.valueType() == Type::Int && !op.undefinedAt0;
  const Condition stored = operators::needsAny(op) && !isExact ? present(expr, false) : Condition();
  if (!stored) return applied(call.op, std::move(operands), expr->where);
  if (!op.undefinedAt0) return mux(*stored, applied(call.op, std::move(operands), expr->where), lit(0.0, Type::T));
  Expr& divisor = operands[op.undefinedAt0->operand];
  divisor = mux(*stored, divisor, lit(1.0, Type::T));
  return applied(call.op, std::move(operands), expr->where);
}

Expr Accel::value(const notation::Expr& expr) {
  return match(
      expr->kind,
      [&](const Access& a) {
        if (a.tensor.order() == 0) {
          if (!a.tensor.workspace) return host_.scalar(a.tensor);
          const auto known = frames_.find("value " + a.tensor.name);
          require(known.has_value(), "a workspace is filled before it is used");
          return *known;
        }
        return a.tensor.workspace ? readWorkspace(a) : valueOf(plan_.of(a));
      },
      [&](const notation::Literal& l) { return literal(l); }, [&](const notation::Call& c) { return value(c, expr); });
}

}  // namespace stardust::spatial
