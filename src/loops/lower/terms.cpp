#include "loops/lower/terms.h"

namespace stardust::loops {
namespace {

void collect(const notation::Expr& e, bool negated, std::vector<notation::Expr>& terms) {
  if (const auto* negate = std::get_if<notation::Negate>(&e->kind)) return collect(negate->operand, !negated, terms);
  const auto* b = std::get_if<notation::Binary>(&e->kind);
  if (b && (b->op == notation::BinaryOp::Add || b->op == notation::BinaryOp::Sub)) {
    collect(b->left, negated, terms);
    collect(b->right, negated != (b->op == notation::BinaryOp::Sub), terms);
  } else {
    terms.push_back(negated ? notation::negate(e) : e);
  }
}

}  // namespace

std::vector<notation::Expr> termsOf(const notation::Expr& e) {
  std::vector<notation::Expr> terms;
  collect(e, false, terms);
  return terms;
}

bool isProduct(const notation::Expr& e) {
  if (const auto* negate = std::get_if<notation::Negate>(&e->kind)) return isProduct(negate->operand);
  const auto* b = std::get_if<notation::Binary>(&e->kind);
  return !b || (notation::isMultiplicative(b->op) && isProduct(b->left) && isProduct(b->right));
}

}  // namespace stardust::loops
