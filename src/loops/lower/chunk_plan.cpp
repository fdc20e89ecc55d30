#include "loops/lower/chunk_plan.h"

#include <set>

namespace stardust::loops {

std::optional<LevelBound> boundBy(const std::vector<iteration::LevelIterator>& leaders, const IndexVar& var,
                                  const Scope& outer, const StatementFacts& facts) {
  LevelBound bound;
  if (leaders.empty()) {
    bound.everywhere = true;
    return bound;
  }
  std::set<IndexVar> path(outer.path.begin(), outer.path.end());
  path.insert(var);
  for (const iteration::LevelIterator& leader : leaders) {
    const Access& access = leader.access;
    if (access.tensor.workspace) {
      if (leaders.size() != 1 || !facts.relations.empty()) return std::nullopt;
      bound.workspace = access.tensor.name;
      return bound;
    }
    std::set<IndexVar> vars;
    for (int level = 0; level <= leader.level; ++level) vars.insert(varOfLevel(access, level));
    const bool isRoot = leader.level == 0 && !outer.path.empty();
    if (vars == path) bound.once.push_back(leader);
    else if (isRoot) bound.perFiber.push_back(leader);
    else return std::nullopt;
  }
  return bound;
}

}  // namespace stardust::loops
