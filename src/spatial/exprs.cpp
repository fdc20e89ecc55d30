#include "spatial/exprs.h"

#include <cstdint>

#include "spatial/build.h"
#include "spatial/visit.h"

namespace stardust::spatial {

Expr shiftExpr(BinaryOp op, const Expr& a, const Expr& distance, const Location& where) {
  const auto known = constant(distance);
  const bool isShort = known && *known >= INT16_MIN && *known <= INT16_MAX;
  const auto by = isShort ? Expr({spatial::Literal{spatial::Type::I16, static_cast<double>(*known)}, where})
                          : Expr({spatial::Unary{spatial::UnaryOp::ToI16, distance}, where});
  return binaryExpr(op, a, by, where);
}

Expr sumExpr(const Expr& a, const Expr& b, const Location& where) {
  const auto x = constant(a), y = constant(b);
  if (x && y) return intExpr(*x + *y, where);
  if (x == 0) return b;
  if (y == 0) return a;
  return binaryExpr(BinaryOp::Add, a, b, where);
}

Expr productExpr(const Expr& a, std::int64_t b, const Location& where) {
  if (const auto x = constant(a)) return intExpr(*x * b, where);
  return b == 1 ? a : binaryExpr(BinaryOp::Mul, a, intExpr(b, where), where);
}

Expr differenceExpr(const Expr& end, const Expr& begin, const Location& where) {
  const auto x = constant(end), y = constant(begin);
  if (x && y) return intExpr(*x - *y, where);
  if (y == 0) return end;
  if (const auto* sum = std::get_if<spatial::Binary>(&end->kind); sum && sum->op == BinaryOp::Add) {
    if (spatial::equal(sum->left, begin)) return sum->right;
    if (spatial::equal(sum->right, begin)) return sum->left;
  }
  return binaryExpr(BinaryOp::Sub, end, begin, where);
}

bool hasDeq(const spatial::Expr& expr) {
  bool found = false;
  spatial::forEachNode(
      expr, [&](const spatial::ExprNode& node) { found |= std::holds_alternative<spatial::Deq>(node.kind); });
  return found;
}

}  // namespace stardust::spatial
