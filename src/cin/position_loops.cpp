#include "cin/position_loops.h"

#include <algorithm>

#include "cin/query.h"

namespace stardust::cin {
namespace {

struct Split {
  IndexVar parent, outer, inner;
};

// The split that defines a variable.
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

std::optional<int> levelOf(const Access& access, const std::vector<IndexVar>& vars) {
  const std::vector<IndexVar> stored = notation::varsOfLevels(access);
  for (const IndexVar& var : vars)
    if (std::count(stored.begin(), stored.end(), var) != 1) return std::nullopt;
  const auto at = std::search(stored.begin(), stored.end(), vars.begin(), vars.end());
  return at == stored.end() ? std::nullopt : std::optional(static_cast<int>(at - stored.begin()));
}

std::optional<Access> accessOf(const Pos& pos, const Stmt& stmt) {
  for (const Assign& assign : assignmentsIn(stmt))
    for (const Access& access : notation::accesses(assign.rhs))
      if (access.tensor.name == pos.tensor && access.indices == pos.indices) return access;
  return std::nullopt;
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
