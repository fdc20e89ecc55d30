// Where the levels of an access are located: one rule for every lowering. The position of a coordinate at a level is
// known where that coordinate is, and those at all levels above it.
#pragma once

#include <algorithm>
#include <vector>

#include "notation/stored_levels.h"

namespace stardust::located {

/// How many levels, from the outermost one on, are located where the variables are known for which `isKnown` holds.
template <class IsKnown>
int levelsLocated(const notation::Access& access, IsKnown&& isKnown) {
  int level = 0;
  while (level < access.tensor.order() && isKnown(notation::varOfLevel(access, level))) ++level;
  return level;
}

/// By level, the depth of the loop in whose body it is located, the outermost one in which it can be. `depthOf` says of
/// a variable how many loops are around the place where it becomes known.
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
