// Automatic pass: makes the innermost loop traverse contiguous rows, for processors.
#include <algorithm>

#include "cin/derived.h"
#include "levels/registry.h"
#include "schedule/automatic.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

using cin::Stmt;
using notation::Access;
using notation::AssignOp;
using notation::IndexVar;

// Whether the access stores `var` densely as its last level, or does not contain it.
bool hasRowsOver(const Access& access, const IndexVar& var) {
  const auto has = std::count(access.indices.begin(), access.indices.end(), var);
  if (has == 0) return true;
  const int last = access.tensor.order() - 1;
  return has == 1 && levels::of(access.tensor.format.level(last)).hasLocate &&
         notation::varOfLevel(access, last) == var;
}

}  // namespace

Stmt rowsInnermost(const Stmt& stmt) {
  const Nest nest = nestOf(stmt);
  const auto* assign = std::get_if<cin::Assign>(&nest.body->kind);
  if (!assign || assign->op == AssignOp::Set || assign->lhs.tensor.order() == 0) return stmt;
  const Access& result = assign->lhs;
  const IndexVar& row = notation::varOfLevel(result, result.tensor.order() - 1);
  const std::vector<Access> all = allAccesses(stmt);
  if (!std::all_of(all.begin(), all.end(), [&](const Access& a) { return hasRowsOver(a, row); })) return stmt;
  std::vector<IndexVar> order;
  for (const IndexVar& var : nest.vars)
    if (var != row) order.push_back(var);
  order.push_back(row);
  return order == nest.vars ? stmt : cin::forall(order, nest.body);
}

}  // namespace stardust::schedule
