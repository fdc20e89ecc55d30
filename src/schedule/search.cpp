#include "schedule/search.h"

#include <algorithm>
#include <set>

namespace stardust::schedule {

using cin::Stmt;
using notation::Access;
using notation::Expr;
using notation::IndexVar;

Stmt replaceFirst(const Stmt& stmt, const std::function<Stmt(const Stmt&)>& replace) {
  if (Stmt replaced = replace(stmt)) return replaced;
  bool done = false;
  const Stmt result = cin::mapChildren(stmt, [&](const Stmt& child) {
    if (done) return child;
    const Stmt replaced = replaceFirst(child, replace);
    done = static_cast<bool>(replaced);
    return done ? replaced : child;
  });
  return done ? result : Stmt();
}

Nest nestOf(const Stmt& stmt) {
  Nest nest{{}, stmt};
  while (const auto* loop = std::get_if<cin::Forall>(&nest.body->kind)) {
    nest.vars.push_back(loop->var);
    nest.body = Stmt(loop->body);
  }
  return nest;
}

namespace {

template <class Visit>
void eachStmt(const Stmt& stmt, Visit&& visit) {
  visit(stmt);
  cin::mapChildren(stmt, [&](const Stmt& child) {
    eachStmt(child, visit);
    return child;
  });
}

}  // namespace

std::vector<cin::Assign> assignments(const Stmt& stmt) {
  std::vector<cin::Assign> found;
  eachStmt(stmt, [&](const Stmt& s) {
    if (const auto* assign = std::get_if<cin::Assign>(&s->kind)) found.push_back(*assign);
  });
  return found;
}

std::set<std::string> localWorkspaces(const Stmt& stmt) {
  std::set<std::string> names;
  if (const auto* s = std::get_if<cin::Where>(&stmt->kind))
    for (const cin::Assign& assign : assignments(s->producer))
      if (assign.lhs.tensor.workspace) names.insert(assign.lhs.tensor.name);
  cin::mapChildren(stmt, [&](const Stmt& child) {
    names.merge(localWorkspaces(child));
    return child;
  });
  return names;
}

std::vector<IndexVar> loopVars(const Stmt& stmt) {
  std::vector<IndexVar> vars;
  eachStmt(stmt, [&](const Stmt& s) {
    if (const auto* loop = std::get_if<cin::Forall>(&s->kind)) vars.push_back(loop->var);
  });
  return vars;
}

namespace {

void collect(const Stmt& stmt, std::vector<IndexVar> around, std::vector<PlacedLoop>& all) {
  if (const auto* loop = std::get_if<cin::Forall>(&stmt->kind)) {
    all.push_back({*loop, around});
    around.push_back(loop->var);
  }
  cin::mapChildren(stmt, [&](const Stmt& child) {
    collect(child, around, all);
    return child;
  });
}

}  // namespace

std::vector<PlacedLoop> placedLoops(const Stmt& stmt) {
  std::vector<PlacedLoop> all;
  collect(cin::withoutRelations(stmt), {}, all);
  return all;
}

std::vector<Access> allAccesses(const Stmt& stmt) {
  std::vector<Access> found;
  for (const cin::Assign& assign : assignments(stmt)) {
    found.push_back(assign.lhs);
    for (Access& access : notation::accesses(assign.rhs)) found.push_back(std::move(access));
  }
  return found;
}

std::vector<IndexVar> indexVars(const Stmt& stmt) {
  std::vector<IndexVar> vars;
  const auto add = [&](const IndexVar& var) {
    if (!contains(vars, var)) vars.push_back(var);
  };
  for (const IndexVar& var : loopVars(stmt)) add(var);
  for (const Access& access : allAccesses(stmt))
    for (const IndexVar& var : access.indices) add(var);
  const auto split = [&](const auto& r) {
    for (const IndexVar& var : {r.parent, r.outer, r.inner}) add(var);
  };
  for (const cin::Relation& relation : cin::relationsOf(stmt))
    match(
        relation, [](const cin::Setting&) {}, [&](const auto& r) { add(r.var); },
        [&](const cin::SplitUp& r) { split(r); }, [&](const cin::SplitDown& r) { split(r); },
        [&](const cin::Fuse& r) {
          for (const IndexVar& var : {r.outer, r.inner, r.fused}) add(var);
        },
        [&](const cin::Pos& r) {
          for (const IndexVar& var : {r.parent, r.position}) add(var);
        });
  return vars;
}

cin::Extents knownExtents(const Stmt& stmt) {
  cin::Extents known;
  for (const Access& access : allAccesses(stmt))
    for (std::size_t mode = 0; mode < access.indices.size() && mode < access.tensor.dims.size(); ++mode)
      known.emplace(access.indices[mode], access.tensor.dims[mode]);
  return cin::withDerived(cin::relationsOf(stmt), std::move(known));
}

std::vector<std::int64_t> extentsOf(const Stmt& stmt, const std::vector<IndexVar>& vars) {
  const cin::Extents known = knownExtents(stmt);
  std::vector<std::int64_t> extents;
  for (const IndexVar& var : vars) {
    const auto extent = known.find(var);
    if (extent == known.end()) return {};
    extents.push_back(extent->second);
  }
  return extents;
}

std::string freshTensor(const Stmt& stmt, const std::string& wanted, const std::set<std::string>& reserved) {
  std::set<std::string> taken = reserved;
  for (const Access& access : allAccesses(stmt)) taken.insert(access.tensor.name);
  std::string name = wanted;
  for (int n = 2; taken.count(name); ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

Expr rename(const Expr& expr, const std::vector<IndexVar>& from, const std::vector<IndexVar>& to) {
  return notation::rewrite(expr, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access) return Expr();
    std::vector<IndexVar> indices = access->indices;
    for (IndexVar& index : indices) {
      const auto at = std::find(from.begin(), from.end(), index);
      if (at != from.end()) index = to[static_cast<std::size_t>(at - from.begin())];
    }
    return notation::access(access->tensor, indices, e->where);
  });
}

Stmt underRelations(const Stmt& stmt, const std::function<Stmt(const Stmt&)>& f) {
  if (const auto* root = std::get_if<cin::SuchThat>(&stmt->kind)) return cin::suchThat(f(root->body), root->relations);
  return f(stmt);
}

}  // namespace stardust::schedule
