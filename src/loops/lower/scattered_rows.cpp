#include "loops/lower/scattered_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "loops/lower/additive_terms.h"
#include "loops/lower/result_levels.h"

namespace stardust::loops {

std::vector<notation::Expr> scatteredTerms(const Merge& merge, const StatementFacts& facts) {
  const auto* sum = std::get_if<cin::Assign>(&merge.loop.body->kind);
  if (!merge.entries || !sum || sum->op != AssignOp::Set || !facts.isResult(sum->lhs) ||
      !isRowOfResult(merge.loop.var, facts) || merge.heads.size() < 2)
    return {};
  for (const Head& head : merge.heads) {
    const bool isRow = head.level.level + 1 == head.level.access.tensor.order() && !head.level.access.tensor.workspace;
    if (!head.leads || !isRow || !head.cursor->range()) return {};
  }
  const std::vector<notation::Expr> terms = termsOf(sum->rhs);
  const bool areAll =
      std::all_of(terms.begin(), terms.end(), [&](const notation::Expr& term) { return merge.hasTerm(term); });
  return areAll ? terms : std::vector<notation::Expr>();
}

Stmt ScatteredRows::scatteredOrMerged(const Merge& merge, const std::vector<notation::Expr>& terms, const Scope& scope,
                                      Body merged) {
  const IndexVar& var = merge.loop.var;
  TensorVar tensor;
  tensor.name = names_.fresh("row");
  tensor.workspace = true;
  tensor.type = isComplex(facts_.type) ? facts_.typeOfResult() : facts_.result.tensor.type;
  tensor.format = Format({dense}, {0}, onChip);
  const Access row{tensor, {var}};
  Workspace w;
  w.values = tensor.name;
  w.stored = names_.fresh(tensor.name + "_stored");
  w.size = merge.extent;
  w.identity = literal(type(), std::int64_t{0});
  // Allocated on demand: extents may be huge if no row is dense enough.
  allocations(scope).push_back(allocate(w.values, type(), index(0)));
  allocations(scope).push_back(allocate(w.stored, Type::Bool, index(0)));
  workspaces_.live[tensor.name] = w;
  Body scattered = {resize(w.values, w.size, w.identity), resize(w.stored, w.size, boolean(false))};
  Scope inner = scope;
  // The first term finds an empty row.
  for (std::size_t n = 0; n < terms.size(); ++n)
    statements_.lower(cin::forall(var, cin::assign(row, n == 0 ? AssignOp::Set : operators::add, terms[n])), inner,
                      scattered);
  workspaces_.live.erase(tensor.name);
  scattered.push_back(note(fmt::format("pack {} into {}", tensor.name, facts_.result.tensor.name)));
  scattered.push_back(packing_.packFrom(w, *merge.entries));
  const Expr flags = multiply(merge.totalEntries(), index(merge.flagsForEntry(options_.processor)));
  return ifThen(binary(BinaryOp::Ge, flags, merge.extent), std::move(scattered), std::move(merged));
}

}  // namespace stardust::loops
