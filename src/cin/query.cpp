#include "cin/query.h"

#include <algorithm>

namespace stardust::cin {

using Around = std::vector<IndexVar>;

// ---------------------------------------------------------------- assignments

std::vector<Assign> assignmentsIn(const Stmt& stmt) {
  std::vector<Assign> all;
  forEachAssign(stmt, [&](const Assign& assign, const Around&) { all.push_back(assign); });
  return all;
}

std::vector<PlacedAssign> placedAssignments(const Stmt& stmt) {
  std::vector<PlacedAssign> all;
  forEachAssign(stmt, [&](const Assign& assign, const Around& around) { all.push_back({assign, around}); });
  return all;
}

std::optional<PlacedAssign> onlyAssignment(const Stmt& stmt) {
  std::optional<PlacedAssign> only;
  int count = 0;
  forEachAssign(stmt, [&](const Assign& assign, const Around& around) {
    if (++count == 1) only = PlacedAssign{assign, around};
  });
  return count == 1 ? only : std::nullopt;
}

const Assign& mainAssignment(const Stmt& stmt) {
  return match(
      stmt->kind, [](const Forall& s) -> const Assign& { return mainAssignment(s.body); },
      [](const Assign& s) -> const Assign& { return s; },
      [](const Where& s) -> const Assign& { return mainAssignment(s.consumer); },
      [](const Sequence& s) -> const Assign& { return mainAssignment(s.first); },
      [](const Map& s) -> const Assign& { return mainAssignment(s.body); },
      [](const SuchThat& s) -> const Assign& { return mainAssignment(s.body); });
}

std::map<std::string, AssignOp> reductionsIn(const Stmt& stmt) {
  std::map<std::string, AssignOp> ops;
  std::vector<std::pair<std::string, std::string>> copies;  // copies of the second tensor into the first
  forEachAssign(stmt, [&](const Assign& assign, const Around&) {
    const std::string& into = assign.lhs.tensor.name;
    if (assign.op != AssignOp::Set) ops[into] = assign.op;
    else if (const auto* copied = std::get_if<Access>(&assign.rhs->kind))
      copies.emplace_back(into, copied->tensor.name);
  });
  for (std::size_t known = 0; known != ops.size();) {
    known = ops.size();
    for (const auto& [into, from] : copies)
      if (const auto source = ops.find(from); source != ops.end()) ops.emplace(into, source->second);
  }
  return ops;
}

// ---------------------------------------------------------------- accesses

std::vector<Access> allAccesses(const Stmt& stmt) {
  std::vector<Access> all;
  visitAccesses(stmt, [&](const Access& access) { all.push_back(access); });
  return all;
}

std::vector<Access> accessesIn(const Stmt& stmt) {
  std::vector<Access> all;
  const auto add = [&](const Access& access) {
    if (std::none_of(all.begin(), all.end(), [&](const Access& a) { return notation::equal(a, access); }))
      all.push_back(access);
  };
  forEachAssign(stmt, [&](const Assign& assign, const Around&) {
    detail::visitReads(assign.rhs, add);
    add(assign.lhs);
  });
  return all;
}

std::vector<Use> usesIn(const Stmt& stmt) {
  std::vector<Use> uses;
  forEachAssign(
      stmt,
      [&](const Assign& assign, const Around& around) {
        for (Access& access : notation::accesses(assign.rhs))
          uses.push_back({std::move(access), assign.op, false, around});
        uses.push_back({assign.lhs, assign.op, true, around});
      },
      Order::Run);
  return uses;
}

std::set<std::string> tensorsWritten(const Stmt& stmt) {
  std::set<std::string> names;
  forEachAssign(stmt, [&](const Assign& assign, const Around&) { names.insert(assign.lhs.tensor.name); });
  return names;
}

std::set<std::string> tensorsRead(const Stmt& stmt) {
  std::set<std::string> names;
  forEachAssign(stmt, [&](const Assign& assign, const Around&) {
    detail::visitReads(assign.rhs, [&](const Access& access) { names.insert(access.tensor.name); });
  });
  return names;
}

bool writes(const Stmt& stmt, const std::string& tensor) {
  bool found = false;
  forEachAssign(stmt, [&](const Assign& assign, const Around&) { found = found || assign.lhs.tensor.name == tensor; });
  return found;
}

bool assignsDirectly(const Stmt& stmt, const std::string& tensor) {
  return match(
      stmt->kind, [](const Forall&) { return false; }, [&](const Assign& s) { return s.lhs.tensor.name == tensor; },
      [&](const Where& s) { return !writes(s.producer, tensor) && assignsDirectly(s.consumer, tensor); },
      [](const Sequence&) { return false; }, [&](const Map& s) { return assignsDirectly(s.body, tensor); },
      [&](const SuchThat& s) { return assignsDirectly(s.body, tensor); });
}

// ---------------------------------------------------------------- loops

Nest nestOf(const Stmt& stmt) {
  Nest nest{{}, stmt};
  while (const auto* loop = std::get_if<Forall>(&nest.body->kind)) {
    nest.vars.push_back(loop->var);
    nest.body = Stmt(loop->body);
  }
  return nest;
}

Stmt withoutMaps(Stmt stmt) {
  while (const auto* mapped = std::get_if<Map>(&stmt->kind)) stmt = Stmt(mapped->body);
  return stmt;
}

std::vector<PlacedLoop> placedLoops(const Stmt& stmt) {
  std::vector<PlacedLoop> all;
  forEach(stmt, [&](const Stmt& s, const Around& around) {
    if (const auto* loop = std::get_if<Forall>(&s->kind)) all.push_back({*loop, around});
  });
  return all;
}

std::vector<IndexVar> loopVars(const Stmt& stmt) {
  std::vector<IndexVar> vars;
  forEach(stmt, [&](const Stmt& s, const Around&) {
    if (const auto* loop = std::get_if<Forall>(&s->kind)) vars.push_back(loop->var);
  });
  return vars;
}

bool hasLoops(const Stmt& stmt) {
  bool found = false;
  forEach(stmt, [&](const Stmt& s, const Around&) { found = found || std::holds_alternative<Forall>(s->kind); });
  return found;
}

Stmt bodyOf(const Stmt& stmt, const IndexVar& var) {
  return match(
      stmt->kind, [&](const Forall& s) { return s.var == var ? s.body : bodyOf(s.body, var); },
      [](const Assign&) { return Stmt(); }, [&](const Where& s) { return bodyOf(s.consumer, var); },
      [&](const Sequence& s) {
        const Stmt first = bodyOf(s.first, var);
        return first ? first : bodyOf(s.second, var);
      },
      [&](const Map& s) { return bodyOf(s.body, var); }, [&](const SuchThat& s) { return bodyOf(s.body, var); });
}

// ---------------------------------------------------------------- workspaces

std::vector<PlacedWhere> placedWheres(const Stmt& stmt) {
  std::vector<PlacedWhere> all;
  forEach(stmt, [&](const Stmt& s, const Around& around) {
    if (const auto* where = std::get_if<Where>(&s->kind)) all.push_back({*where, around});
  });
  return all;
}

std::vector<Access> filledBy(const Where& where) {
  const std::set<std::string> read = tensorsRead(where.consumer);
  std::vector<Access> filled;
  forEachAssign(where.producer, [&](const Assign& assign, const Around&) {
    const auto isSame = [&](const Access& other) { return other.tensor.name == assign.lhs.tensor.name; };
    const bool isRead = assign.lhs.tensor.workspace && read.count(assign.lhs.tensor.name) != 0;
    if (isRead && std::none_of(filled.begin(), filled.end(), isSame)) filled.push_back(assign.lhs);
  });
  return filled;
}

std::set<std::string> localWorkspaces(const Stmt& stmt) {
  std::set<std::string> names;
  forEach(stmt, [&](const Stmt& s, const Around&) {
    const auto* where = std::get_if<Where>(&s->kind);
    if (!where) return;
    forEachAssign(where->producer, [&](const Assign& assign, const Around&) {
      if (assign.lhs.tensor.workspace) names.insert(assign.lhs.tensor.name);
    });
  });
  return names;
}

// ---------------------------------------------------------------- variables

std::vector<IndexVar> indexVars(const Stmt& stmt) {
  std::vector<IndexVar> vars;
  const auto add = [&](const IndexVar& var) {
    if (!notation::contains(vars, var)) vars.push_back(var);
  };
  for (const IndexVar& var : loopVars(stmt)) add(var);
  visitAccesses(stmt, [&](const Access& access) {
    for (const IndexVar& var : access.indices) add(var);
  });
  const auto split = [&](const auto& r) {
    for (const IndexVar& var : {r.parent, r.outer, r.inner}) add(var);
  };
  for (const Relation& relation : relationsOf(stmt))
    match(
        relation, [](const Setting&) {}, [](const Keep&) {}, [&](const StreamAt& r) { add(r.loop); },
        [&](const auto& r) { add(r.var); }, [&](const SplitUp& r) { split(r); }, [&](const SplitDown& r) { split(r); },
        [&](const Fuse& r) {
          for (const IndexVar& var : {r.outer, r.inner, r.fused}) add(var);
        },
        [&](const Pos& r) {
          for (const IndexVar& var : {r.parent, r.position}) add(var);
        });
  return vars;
}

Extents knownExtents(const Stmt& stmt) {
  Extents known;
  visitAccesses(stmt, [&](const Access& access) {
    for (std::size_t mode = 0; mode < access.indices.size() && mode < access.tensor.dims.size(); ++mode)
      known.emplace(access.indices[mode], access.tensor.dims[mode]);
  });
  return withDerived(relationsOf(stmt), std::move(known));
}

std::vector<std::int64_t> extentsOf(const Stmt& stmt, const std::vector<IndexVar>& vars) {
  const Extents known = knownExtents(stmt);
  std::vector<std::int64_t> extents;
  for (const IndexVar& var : vars) {
    const auto extent = known.find(var);
    if (extent == known.end()) return {};
    extents.push_back(extent->second);
  }
  return extents;
}

}  // namespace stardust::cin
