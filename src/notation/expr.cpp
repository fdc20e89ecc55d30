#include "notation/expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace stardust::notation {

bool contains(const std::vector<IndexVar>& vars, const IndexVar& var) {
  return std::find(vars.begin(), vars.end(), var) != vars.end();
}

Expr access(TensorVar tensor, std::vector<IndexVar> indices, Location where) {
  return Expr(ExprNode{Access{std::move(tensor), std::move(indices)}, std::move(where)});
}
Expr literal(std::int64_t value, Location where) { return Expr(ExprNode{Literal{value}, std::move(where)}); }
Expr literal(double value, Location where) { return Expr(ExprNode{Literal{value}, std::move(where)}); }
// A negated literal is a negative literal: the two would print alike.
Expr negate(Expr operand, Location where) {
  if (const auto* l = std::get_if<Literal>(&operand->kind)) {
    const auto* whole = std::get_if<std::int64_t>(&l->value);
    if (!whole) return literal(-std::get<double>(l->value), std::move(where));
    if (*whole != std::numeric_limits<std::int64_t>::min()) return literal(-*whole, std::move(where));
  }
  return Expr(ExprNode{Negate{std::move(operand)}, std::move(where)});
}
Expr binary(BinaryOp op, Expr left, Expr right, Location where) {
  return Expr(ExprNode{Binary{op, std::move(left), std::move(right)}, std::move(where)});
}

bool equal(const Access& a, const Access& b) { return a.tensor.name == b.tensor.name && a.indices == b.indices; }

bool equal(const Expr& a, const Expr& b) {
  if (a.same(b)) return true;
  if (a->kind.index() != b->kind.index()) return false;
  return match(
      a->kind, [&](const Access& x) { return equal(x, std::get<Access>(b->kind)); },
      [&](const Literal& x) { return x.value == std::get<Literal>(b->kind).value; },
      [&](const Negate& x) { return equal(x.operand, std::get<Negate>(b->kind).operand); },
      [&](const Binary& x) {
        const auto& y = std::get<Binary>(b->kind);
        return x.op == y.op && equal(x.left, y.left) && equal(x.right, y.right);
      });
}

namespace {

template <class Visit>
void eachAccess(const Expr& expr, Visit&& visit) {
  match(
      expr->kind, [&](const Access& a) { visit(a, expr->where); }, [&](const Literal&) {},
      [&](const Negate& n) { eachAccess(n.operand, visit); },
      [&](const Binary& b) {
        eachAccess(b.left, visit);
        eachAccess(b.right, visit);
      });
}

void addTerms(const Expr& expr, bool negative, std::vector<Term>& terms) {
  if (const auto* n = std::get_if<Negate>(&expr->kind)) return addTerms(n->operand, !negative, terms);
  const auto* b = std::get_if<Binary>(&expr->kind);
  if (!b || !isAdditive(b->op)) return terms.push_back({negative, expr});
  addTerms(b->left, negative, terms);
  addTerms(b->right, b->op == BinaryOp::Sub ? !negative : negative, terms);
}

}  // namespace

std::vector<Access> accesses(const Expr& expr) {
  std::vector<Access> found;
  eachAccess(expr, [&](const Access& a, const Location&) { found.push_back(a); });
  return found;
}

std::vector<PlacedAccess> placedAccesses(const Assignment& assignment) {
  std::vector<PlacedAccess> found = {{assignment.lhs, assignment.lhsWhere}};
  eachAccess(assignment.rhs, [&](const Access& a, const Location& where) { found.push_back({a, where}); });
  return found;
}

std::vector<IndexVar> variables(const Expr& expr) {
  std::vector<IndexVar> found;
  eachAccess(expr, [&](const Access& a, const Location&) {
    for (const IndexVar& var : a.indices)
      if (std::find(found.begin(), found.end(), var) == found.end()) found.push_back(var);
  });
  return found;
}

std::vector<Term> additiveTerms(const Expr& expr) {
  std::vector<Term> terms;
  addTerms(expr, false, terms);
  return terms;
}

}  // namespace stardust::notation
