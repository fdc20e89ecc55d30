#include "loops/lower/conditions.h"

#include <algorithm>
#include <string>

#include "loops/build.h"

namespace stardust::loops {
namespace {

// Atoms of the formula: every sub-expression except and, or, not and literals.
using Terms = std::vector<std::string>;

const Binary* connective(const Expr& e) {
  const auto* b = std::get_if<Binary>(&e->kind);
  return b && (b->op == BinaryOp::And || b->op == BinaryOp::Or) ? b : nullptr;
}
const Unary* negation(const Expr& e) {
  const auto* u = std::get_if<Unary>(&e->kind);
  return u && u->op == UnaryOp::Not ? u : nullptr;
}

void collect(const Expr& e, Terms& terms) {
  if (constant(e)) return;
  if (const Binary* b = connective(e)) {
    collect(b->left, terms);
    collect(b->right, terms);
  } else if (const Unary* u = negation(e)) {
    collect(u->operand, terms);
  } else if (const std::string text = print(e); std::find(terms.begin(), terms.end(), text) == terms.end()) {
    terms.push_back(text);
  }
}

bool holds(const Expr& e, const Terms& terms, unsigned bits) {
  if (const auto value = constant(e)) return *value != 0;
  if (const Binary* b = connective(e)) {
    const bool left = holds(b->left, terms, bits), right = holds(b->right, terms, bits);
    return b->op == BinaryOp::And ? left && right : left || right;
  }
  if (const Unary* u = negation(e)) return !holds(u->operand, terms, bits);
  const auto at = std::find(terms.begin(), terms.end(), print(e)) - terms.begin();
  return (bits >> at & 1U) != 0;
}

}  // namespace

bool implied(const std::vector<Expr>& facts, const Expr& condition) {
  if (const auto value = constant(condition)) return *value != 0;
  constexpr std::size_t most = 12;
  Terms terms;
  collect(condition, terms);
  for (const Expr& fact : facts) collect(fact, terms);
  if (terms.size() > most) return false;
  for (unsigned bits = 0; bits < 1U << terms.size(); ++bits)
    if (!holds(condition, terms, bits) &&
        std::all_of(facts.begin(), facts.end(), [&](const Expr& fact) { return holds(fact, terms, bits); }))
      return false;
  return true;
}

Expr under(const std::vector<Expr>& facts, const Expr& condition) {
  return implied(facts, condition) ? boolean(true) : condition;
}

}  // namespace stardust::loops
