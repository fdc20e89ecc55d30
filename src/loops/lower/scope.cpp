#include "loops/lower/scope.h"

#include <algorithm>

#include "support/diagnostic.h"

namespace stardust::loops {

bool Scope::visitsAll(std::size_t depth, int outside) const {
  return guards == outside &&
         std::all_of(whole.begin() + static_cast<std::ptrdiff_t>(depth), whole.end(), [](bool w) { return w; });
}

Position parentOf(const Access& access, int level, const Scope& scope) {
  if (level == 0) return {index(0)};
  const auto known = scope.places.find(notation::print(access));
  require(known != scope.places.end() && known->second.size() >= static_cast<std::size_t>(level),
          "the level above is located");
  return known->second.at(static_cast<std::size_t>(level - 1));
}

}  // namespace stardust::loops
