// An operand as an estimate sees it: its levels, and the loop variables of their modes.
#pragma once

#include <algorithm>
#include <vector>

#include "levels/registry.h"
#include "planner/facts.h"
#include "planner/tasks.h"

namespace stardust::planner {

/// A level of an operand, with the loop variable of its mode.
struct StoredLevel {
  int var, mode;
  bool isStored;    ///< its positions are found by looking at coordinates
  Modes prefix;     ///< the modes of the levels down to this one
  Modes positions;  ///< the modes whose tuples its positions are: the singletons below a level that is not unique, too
  bool isLookedUp;  ///< a fiber that does not change may be scattered into a table
};

/// An operand in a format, from its outermost level in.
struct StoredOperand {
  std::vector<StoredLevel> levels;
  const TensorFacts* facts;
  bool isDense;

  StoredOperand(const std::vector<int>& vars, const Format& format, const TensorFacts* of)
      : facts(of), isDense(format.isDense()) {
    Modes above = 0;
    for (int level = 0; level < format.order(); ++level) {
      const int mode = format.mode(level);
      above |= Modes{1} << mode;
      const levels::Definition& definition = levels::of(format.level(level));
      const bool isLookedUp =
          level + 1 == format.order() && levels::isListed(format.level(level)) && !definition.isBranchless;
      levels.push_back(
          {vars.at(static_cast<std::size_t>(mode)), mode, !definition.hasLocate, above, above, isLookedUp});
    }
    for (int level = format.order() - 2; level >= 0; --level)
      if (!levels::of(format.level(level)).isUnique && levels::of(format.level(level + 1)).isBranchless)
        levels[static_cast<std::size_t>(level)].positions = levels[static_cast<std::size_t>(level) + 1].positions;
  }
  /// Null if no level has this variable.
  const StoredLevel* levelOf(int var) const {
    const auto found =
        std::find_if(levels.begin(), levels.end(), [&](const StoredLevel& level) { return level.var == var; });
    return found == levels.end() ? nullptr : &*found;
  }
  bool hasBoundAbove(const StoredLevel& level, Bound bound) const {
    return std::all_of(levels.data(), &level, [&](const StoredLevel& above) { return contains(bound, above.var); });
  }
};

}  // namespace stardust::planner
