#include "cin/positions.h"

#include <algorithm>

namespace stardust::cin {
namespace {

struct Split {
  IndexVar parent, outer, inner;
};

// The split that made a variable.
std::optional<Split> splitInto(const std::vector<Relation>& relations, const IndexVar& part) {
  std::optional<Split> found;
  const auto look = [&](const auto& r) {
    if (r.outer == part || r.inner == part) found = Split{r.parent, r.outer, r.inner};
  };
  for (const Relation& relation : relations)
    match(
        relation, [](const auto&) {}, [&](const SplitUp& r) { look(r); }, [&](const SplitDown& r) { look(r); });
  return found;
}

const Access* find(const Pos& pos, const std::vector<Access>& accesses) {
  const auto found = std::find_if(accesses.begin(), accesses.end(), [&](const Access& a) {
    return a.tensor.name == pos.tensor && a.indices == pos.indices;
  });
  return found == accesses.end() ? nullptr : &*found;
}

}  // namespace

std::vector<IndexVar> fusedOf(const std::vector<Relation>& relations, const IndexVar& var) {
  for (const Relation& relation : relations) {
    const auto* fuse = std::get_if<Fuse>(&relation);
    if (!fuse || fuse->fused != var) continue;
    std::vector<IndexVar> parts = fusedOf(relations, fuse->outer);
    for (const IndexVar& inner : fusedOf(relations, fuse->inner)) parts.push_back(inner);
    return parts;
  }
  return {var};
}

std::vector<IndexVar> storedVars(const Access& access) {
  std::vector<IndexVar> vars;
  for (int level = 0; level < access.tensor.order(); ++level)
    vars.push_back(access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(level))));
  return vars;
}

std::optional<int> levelOf(const Access& access, const std::vector<IndexVar>& vars) {
  const std::vector<IndexVar> stored = storedVars(access);
  for (const IndexVar& var : vars)
    if (std::count(stored.begin(), stored.end(), var) != 1) return std::nullopt;
  const auto at = std::search(stored.begin(), stored.end(), vars.begin(), vars.end());
  return at == stored.end() ? std::nullopt : std::optional(static_cast<int>(at - stored.begin()));
}

std::optional<Access> accessOf(const Pos& pos, const Stmt& stmt) {
  std::optional<Access> found;
  if (const auto* assign = std::get_if<Assign>(&stmt->kind))
    if (const auto all = notation::accesses(assign->rhs); const Access* access = find(pos, all)) return *access;
  mapChildren(stmt, [&](const Stmt& child) {
    if (!found) found = accessOf(pos, child);
    return child;
  });
  return found;
}

std::vector<IndexVar> orderedBy(const std::vector<Relation>& relations, const Pos& pos,
                                const std::vector<IndexVar>& indices) {
  std::vector<IndexVar> outer;
  for (const IndexVar& var : fusedOf(relations, pos.parent)) {
    if (std::find(indices.begin(), indices.end(), var) == indices.end()) break;
    outer.push_back(var);
  }
  return outer;
}

std::optional<PositionLoop> positionLoop(const std::vector<Relation>& relations, const IndexVar& loop) {
  PositionLoop found;
  IndexVar at = loop;
  for (;;) {
    for (const Relation& relation : relations)
      if (const auto* pos = std::get_if<Pos>(&relation); pos && pos->position == at) {
        found.pos = *pos;
        return found;
      }
    const auto split = splitInto(relations, at);
    if (!split) return std::nullopt;
    (at == split->outer ? found.isInnermost : found.isOutermost) = false;
    at = split->parent;
  }
}

}  // namespace stardust::cin
