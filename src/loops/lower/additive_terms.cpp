#include "loops/lower/additive_terms.h"

#include <algorithm>

#include "notation/stored.h"

namespace stardust::loops {

std::vector<notation::Expr> termsOf(const notation::Expr& e) {
  std::vector<notation::Expr> terms;
  for (const notation::Term& term : notation::additiveTerms(e))
    terms.push_back(term.negative ? notation::negate(term.expr) : term.expr);
  return terms;
}

bool isProduct(const notation::Expr& e) {
  const auto* c = std::get_if<notation::Call>(&e->kind);
  if (!c) return true;
  const notation::Deciding where = notation::deciding(*c);
  const bool needsAll = (where.all || c->operands.size() == 1) && where.operands.size() == c->operands.size();
  return needsAll && std::all_of(c->operands.begin(), c->operands.end(), isProduct);
}

}  // namespace stardust::loops
