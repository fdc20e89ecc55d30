#include "loops/lower/scope.h"

#include <algorithm>

#include "support/diagnostic.h"

namespace stardust::loops {

bool Scope::visitsAll(std::size_t depth, int outside) const {
  return guards == outside &&
         std::all_of(whole.begin() + static_cast<std::ptrdiff_t>(depth), whole.end(), [](bool w) { return w; });
}

const IndexVar& Scope::scheduledAs(const IndexVar& loop) const {
  const auto known = scheduled.find(loop);
  return known == scheduled.end() ? loop : known->second;
}

void Scope::enter(const IndexVar& loop, bool isWhole, Expr isVisited) {
  path.push_back(loop);
  whole.push_back(isWhole);
  runs.push_back(std::move(isVisited));
}

Position parentOf(const Access& access, int level, const Scope& scope) {
  if (level == 0) return {index(0)};
  require(scope.places.depthOf(access) >= level, "the level above is located");
  return scope.places.find(access)->at(static_cast<std::size_t>(level - 1));
}

}  // namespace stardust::loops
