// The outermost loop in chunks: runs of its iterations with about equal work, which may run at the same time. Each chunk appends to its own part of the
// result's arrays, which is as long as its operands allow; afterwards the gaps between the parts are closed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::loops {

/// How many positions a compressed level of the result has at most, as far as one loop says.
struct LevelBound {
  /// Each of their positions is visited at most once: as many as they have together.
  std::vector<iteration::LevelIterator> once;
  /// Levels without a level above them, that are visited once for each fiber of the result.
  std::vector<iteration::LevelIterator> perFiber;
  /// Every coordinate, for each fiber.
  bool everywhere = false;
  /// The coordinates of a workspace: as many as are put into it in an iteration of the outermost loop, or, if it is filled before, for each fiber.
  std::string workspace = {};
};
/// By compressed level of the result; none for a level about which nothing is known.
using LevelBounds = std::map<int, std::optional<LevelBound>>;

}  // namespace stardust::loops
