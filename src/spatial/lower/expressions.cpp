// Index-notation expressions to Spatial expressions.
#include <limits>

#include "spatial/build.h"
#include "spatial/lower/accel.h"

namespace stardust::spatial {

using notation::AssignOp;

namespace {

BinaryOp operatorOf(notation::BinaryOp op) {
  switch (op) {
    case notation::BinaryOp::Add: return BinaryOp::Add;
    case notation::BinaryOp::Sub: return BinaryOp::Sub;
    case notation::BinaryOp::Mul: return BinaryOp::Mul;
    case notation::BinaryOp::Div: return BinaryOp::Div;
    case notation::BinaryOp::Min: return BinaryOp::Min;
    case notation::BinaryOp::Max: return BinaryOp::Max;
  }
  failInternal("unknown operator");
}

}  // namespace

Expr Accel::literal(const notation::Literal& literal) {
  const double number = match(
      literal.value, [](std::int64_t v) { return static_cast<double>(v); }, [](double v) { return v; });
  return lit(number, Type::T);  // in range: notation::requireLiterals
}

// What an empty reduction holds. Infinity has no literal.
Expr Accel::identity(AssignOp op) {
  const bool isInt = host_.valueType() == Type::Int;
  switch (op) {
    case AssignOp::Set:
    case AssignOp::Add: return lit(0.0, Type::T);
    case AssignOp::Mul: return lit(1.0, Type::T);
    case AssignOp::Min:
      if (isInt) return lit(static_cast<double>(std::numeric_limits<std::int32_t>::max()), Type::T);
      return binary(BinaryOp::Div, lit(1.0, Type::T), lit(0.0, Type::T));
    case AssignOp::Max:
      if (isInt) return lit(static_cast<double>(std::numeric_limits<std::int32_t>::min()), Type::T);
      return binary(BinaryOp::Div, lit(-1.0, Type::T), lit(0.0, Type::T));
  }
  failInternal("unknown operator");
}

// Absent operands read as 0, which is right for +, -, min and max; a product or quotient with one has no value and
// counts as 0.
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
      [&](const notation::Literal& l) { return literal(l); },
      [&](const notation::Negate& n) { return unary(UnaryOp::Neg, value(n.operand)); },
      [&](const notation::Binary& b) {
        const Expr left = value(b.left);
        Expr right = value(b.right);
        if (!notation::isMultiplicative(b.op)) return binary(operatorOf(b.op), left, right);
        const bool divides = b.op == notation::BinaryOp::Div;
        if (host_.valueType() == Type::Int && !divides) return binary(BinaryOp::Mul, left, right);
        const Condition stored = present(expr, true);
        if (!stored) return binary(operatorOf(b.op), left, right);
        if (divides) right = mux(*stored, right, lit(1.0, Type::T));
        return divides ? binary(BinaryOp::Div, left, right)
                       : mux(*stored, binary(BinaryOp::Mul, left, right), lit(0.0, Type::T));
      });
}

}  // namespace stardust::spatial
