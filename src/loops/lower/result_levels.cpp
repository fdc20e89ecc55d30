#include "loops/lower/result_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "levels/registry.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

// Whether each fiber of the level is visited exactly once: all enclosing loops iterate over coordinates of the levels
// above.
bool visitsOnce(int level, const Scope& scope, const StatementFacts& facts) {
  std::vector<IndexVar> above;
  for (int n = 0; n < level; ++n) above.push_back(varOfLevel(facts.result, n));
  const std::set<IndexVar> counted = cin::determinedBy(facts.relations, above);
  return std::all_of(scope.path.begin(), scope.path.end(),
                     [&](const IndexVar& loop) { return counted.count(loop) != 0; });
}

}  // namespace

bool isAppended(const Access& result, int level) { return !levels::of(result.tensor.format.level(level)).hasLocate; }

int nextAppended(const Access& result, int level) {
  while (level < result.tensor.order() && !isAppended(result, level)) ++level;
  return level;
}

bool isAppended(const Access& result) { return nextAppended(result, 0) < result.tensor.order(); }

bool appendsRuns(const Access& result) {
  const int last = result.tensor.order() - 1;
  return last >= 0 && levels::of(result.tensor.format.level(last)).mergesValues;
}

std::optional<int> levelOfResult(const cin::Forall& loop, const Scope& scope, const StatementFacts& facts) {
  const Access& result = facts.result;
  if (!writes(loop.body, result.tensor.name)) return std::nullopt;
  for (int level = 0; level < result.tensor.order(); ++level) {
    if (!isAppended(result, level) || varOfLevel(result, level) != loop.var) continue;
    if (facts.writers == 1 && scope.places.depthOf(result) == level && visitsOnce(level, scope, facts)) return level;
    failUnsupported(
        fmt::format("a loop over {} around the loops of levels of {} above it", loop.var, notation::print(result)), {},
        "a compressed result is assembled in the order in which it is stored");
  }
  return std::nullopt;
}

bool isWrittenOnce(const Access& lhs, const Scope& scope, const StatementFacts& facts) {
  const std::set<IndexVar> determined = cin::determinedBy(facts.relations, lhs.indices);
  return facts.writers == 1 &&
         std::all_of(scope.path.begin(), scope.path.end(), [&](const IndexVar& v) { return determined.count(v) != 0; });
}

Expr placeOfResult(const Access& lhs, const Scope& scope) {
  if (!scope.places.isLocated(lhs))
    failUnsupported(fmt::format("{} in a loop order in which it is not stored", notation::print(lhs)), {},
                    "a compressed result is assembled in the order in which it is stored");
  return lhs.tensor.order() == 0 ? index(0) : scope.places.find(lhs)->back().at;
}

bool isRowOfResult(const IndexVar& var, const StatementFacts& facts) {
  const Access& result = facts.result;
  const int last = result.tensor.order() - 1;
  return facts.relations.empty() && last >= 0 && levels::isListed(result.tensor.format.level(last)) &&
         varOfLevel(result, last) == var && std::count(result.indices.begin(), result.indices.end(), var) == 1;
}

}  // namespace stardust::loops
