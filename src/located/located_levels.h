// Location of the levels of an access, common to all lowerings. The position in a level is known once its own
// coordinate and those of all levels above are known.
#pragma once

#include <algorithm>
#include <vector>

#include "notation/stored_levels.h"

namespace stardust::located {

/// Number of levels, from the outermost, that are located when the variables satisfying `isKnown` are known.
template <class IsKnown>
int levelsLocated(const notation::Access& access, IsKnown&& isKnown) {
  int level = 0;
  while (level < access.tensor.order() && isKnown(notation::varOfLevel(access, level))) ++level;
  return level;
}

/// For each level, the depth of the outermost loop whose body can locate it. `depthOf` gives the number of loops around
/// the place where a variable becomes known.
template <class DepthOf>
std::vector<int> depthsOfLevels(const notation::Access& access, DepthOf&& depthOf) {
  std::vector<int> depths;
  for (int level = 0; level < access.tensor.order(); ++level) {
    const int own = depthOf(notation::varOfLevel(access, level));
    depths.push_back(depths.empty() ? own : std::max(depths.back(), own));
  }
  return depths;
}

}  // namespace stardust::located
