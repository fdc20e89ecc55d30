#include "loops/lower/dense_rows.h"

#include <set>

#include "loops/lower/additive_terms.h"
#include "loops/lower/result_levels.h"

namespace stardust::loops {

std::vector<cin::Stmt> rowThenEntries(const cin::Forall& loop, const Scope& outer, const StatementFacts& facts) {
  const auto* sum = std::get_if<cin::Assign>(&loop.body->kind);
  Scope inner = outer;
  inner.path.push_back(loop.var);
  if (!sum || sum->op != notation::AssignOp::Set || !facts.isResult(sum->lhs) || !sum->lhs.tensor.format.isDense() ||
      !facts.relations.empty() || !isWrittenOnce(sum->lhs, inner, facts))
    return {};
  std::set<IndexVar> bound(outer.path.begin(), outer.path.end());
  notation::Expr row;
  std::vector<cin::Stmt> parts;
  for (const notation::Expr& term : termsOf(sum->rhs)) {
    const cin::Stmt added = cin::assign(sum->lhs, operators::add, term);
    const auto set = iteration::contractionSet(loop.var, added, bound);
    const bool isEntries = std::holds_alternative<iteration::LevelIterator>(set->kind);
    if (!isEntries && !std::holds_alternative<iteration::Universe>(set->kind)) return {};
    if (isEntries && !isProduct(term)) return {};
    if (isEntries) parts.push_back(cin::forall(loop.var, added));
    else row = row ? notation::binary(operators::add, row, term) : term;
  }
  if (!row || parts.empty()) return {};
  parts.insert(parts.begin(), cin::forall(loop.var, cin::assign(sum->lhs, notation::AssignOp::Set, row)));
  return parts;
}

}  // namespace stardust::loops
