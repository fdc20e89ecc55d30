#include "loops/lower/statement.h"

#include <algorithm>
#include <set>

#include "iteration/contraction.h"
#include "loops/build.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

using notation::Access;
using notation::AssignOp;
using notation::IndexVar;

// Vector workspaces that loops skip coordinates of, or that the user wants as bits.
void collectScattered(const cin::Stmt& stmt, std::set<IndexVar> bound, std::set<IndexVar> sparse,
                      std::set<std::string>& scattered) {
  if (const auto* loop = std::get_if<cin::Forall>(&stmt->kind)) {
    const auto set = iteration::contractionSet(loop->var, loop->body, bound);
    if (!iteration::contains(set, {}, 0)) sparse.insert(loop->var);
    bound.insert(loop->var);
  }
  if (const auto* assign = std::get_if<cin::Assign>(&stmt->kind)) {
    const notation::TensorVar& tensor = assign->lhs.tensor;
    const bool skips = tensor.anyFormat && tensor.order() == 1 && sparse.count(assign->lhs.indices[0]);
    if (skips || (tensor.isSparseWorkspace() && tensor.order() == 1)) scattered.insert(tensor.name);
  }
  cin::mapChildren(stmt, [&](const cin::Stmt& child) {
    collectScattered(child, bound, sparse, scattered);
    return child;
  });
}

Access withLevels(Access access, const std::set<std::string>& sparse) {
  if (!access.tensor.workspace || access.tensor.order() == 0) return access;
  std::vector<LevelFormat> levels = access.tensor.format.levels();
  for (LevelFormat& level : levels) level = sparse.count(access.tensor.name) ? bitvector : dense;
  access.tensor.format = Format(levels, access.tensor.format.modeOrder(), access.tensor.format.region());
  return access;
}

cin::Stmt withLevels(const cin::Stmt& stmt, const std::set<std::string>& sparse) {
  const auto* assign = std::get_if<cin::Assign>(&stmt->kind);
  if (!assign) return cin::mapChildren(stmt, [&](const cin::Stmt& child) { return withLevels(child, sparse); });
  const auto rhs = notation::rewrite(assign->rhs, [&](const notation::Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access || !access->tensor.workspace) return notation::Expr();
    const Access stored = withLevels(*access, sparse);
    return notation::access(stored.tensor, stored.indices, e->where);
  });
  return cin::assign(withLevels(assign->lhs, sparse), assign->op, rhs);
}

}  // namespace

bool addsToScalar(const cin::Stmt& stmt) {
  const auto* sum = std::get_if<cin::Assign>(&stmt->kind);
  return sum && sum->op == operators::add && sum->lhs.tensor.workspace && sum->lhs.tensor.order() == 0 &&
         notation::reductionTerms(sum->op, sum->rhs).size() == 1;
}

std::vector<notation::TensorVar> StatementFacts::tensors() const {
  std::vector<notation::TensorVar> all;
  for (const Access& access : accesses)
    if (std::none_of(all.begin(), all.end(), [&](const auto& t) { return t.name == access.tensor.name; }))
      all.push_back(access.tensor);
  return all;
}

StatementFacts factsOf(const cin::Stmt& stmt) {
  StatementFacts facts;
  facts.body = cin::withoutRelations(stmt);
  for (const cin::Relation& relation : cin::relationsOf(stmt)) {
    const bool executes =
        std::holds_alternative<cin::Parallelize>(relation) || std::holds_alternative<cin::Unroll>(relation);
    (executes ? facts.executions : facts.relations).push_back(relation);
  }
  facts.extents = cin::knownExtents(stmt);
  facts.reduces = cin::reductionsIn(stmt);
  for (const cin::Assign& a : assignmentsIn(stmt)) {
    if (a.lhs.tensor.workspace) continue;
    require(facts.writers == 0 || facts.result.tensor.name == a.lhs.tensor.name, "a statement has one result");
    if (facts.writers++ == 0) facts.result = a.lhs;
  }
  require(facts.writers > 0, "a statement assigns its result");
  for (const Access& access : accessesIn(stmt))
    if (!access.tensor.workspace && access.tensor.name != facts.result.tensor.name) facts.accesses.push_back(access);
  facts.accesses.push_back(facts.result);
  return facts;
}

cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt) {
  std::set<std::string> scattered;
  collectScattered(stmt, {}, {}, scattered);
  return withLevels(stmt, scattered);
}

}  // namespace stardust::loops
