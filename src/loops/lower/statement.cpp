#include "loops/lower/statement.h"

#include <algorithm>
#include <set>

#include "iteration/contraction.h"
#include "loops/build.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

using notation::Access;
using notation::AssignOp;
using notation::IndexVar;

template <class F>
void forEachChild(const cin::Stmt& stmt, F&& f) {
  cin::mapChildren(stmt, [&](const cin::Stmt& child) {
    f(child);
    return child;
  });
}

void collect(const cin::Stmt& stmt, std::vector<cin::Assign>& all) {
  if (const auto* assign = std::get_if<cin::Assign>(&stmt->kind)) all.push_back(*assign);
  forEachChild(stmt, [&](const cin::Stmt& child) { collect(child, all); });
}

void addDistinct(std::vector<Access>& all, const Access& access) {
  if (std::none_of(all.begin(), all.end(), [&](const Access& a) { return notation::equal(a, access); }))
    all.push_back(access);
}

// A copy of what is reduced is reduced, too: where its source got no term it holds the same identity.
std::map<std::string, AssignOp> reductions(const std::vector<cin::Assign>& assignments) {
  std::map<std::string, AssignOp> ops;
  for (const cin::Assign& a : assignments)
    if (notation::reducesAll(a.op)) ops[a.lhs.tensor.name] = a.op;
  for (std::size_t known = 0; known != ops.size();) {
    known = ops.size();
    for (const cin::Assign& a : assignments) {
      const auto* copied = std::get_if<Access>(&a.rhs->kind);
      if (a.op != AssignOp::Set || !copied) continue;
      if (const auto source = ops.find(copied->tensor.name); source != ops.end())
        ops.emplace(a.lhs.tensor.name, source->second);
    }
  }
  return ops;
}

cin::Extents extentsOf(const cin::Stmt& stmt) {
  cin::Extents extents;
  for (const Access& access : accessesIn(stmt))
    for (std::size_t mode = 0; mode < access.indices.size() && mode < access.tensor.dims.size(); ++mode)
      extents.emplace(access.indices[mode], access.tensor.dims[mode]);
  return cin::withDerived(cin::relationsOf(stmt), std::move(extents));
}

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
  forEachChild(stmt, [&](const cin::Stmt& child) { collectScattered(child, bound, sparse, scattered); });
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

std::vector<cin::Assign> assignmentsIn(const cin::Stmt& stmt) {
  std::vector<cin::Assign> all;
  collect(stmt, all);
  return all;
}

std::vector<Access> accessesIn(const cin::Stmt& stmt) {
  std::vector<Access> all;
  for (const cin::Assign& a : assignmentsIn(stmt)) {
    for (const Access& access : notation::accesses(a.rhs)) addDistinct(all, access);
    addDistinct(all, a.lhs);
  }
  return all;
}

bool writes(const cin::Stmt& stmt, const std::string& tensor) {
  const auto all = assignmentsIn(stmt);
  return std::any_of(all.begin(), all.end(), [&](const cin::Assign& a) { return a.lhs.tensor.name == tensor; });
}

bool assignsDirectly(const cin::Stmt& stmt, const std::string& tensor) {
  return match(
      stmt->kind, [](const cin::Forall&) { return false; },
      [&](const cin::Assign& s) { return s.lhs.tensor.name == tensor; },
      [&](const cin::Where& s) { return !writes(s.producer, tensor) && assignsDirectly(s.consumer, tensor); },
      [](const cin::Sequence&) { return false; }, [&](const cin::Map& s) { return assignsDirectly(s.body, tensor); },
      [&](const cin::SuchThat& s) { return assignsDirectly(s.body, tensor); });
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
  facts.extents = extentsOf(stmt);
  const std::vector<cin::Assign> assignments = assignmentsIn(stmt);
  facts.reduces = reductions(assignments);
  for (const cin::Assign& a : assignments) {
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
