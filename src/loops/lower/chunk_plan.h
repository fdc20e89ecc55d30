// Whether the outermost loop can be cut into chunks, and upper bounds of what each chunk appends to the result. The
// plan is made while the statement is lowered without chunks, and used when it is lowered with them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"
#include "loops/lower/scope.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

/// How many positions a compressed level of the result has at most, as far as one loop says.
struct LevelBound {
  /// Each of their positions is visited at most once: as many as they have together.
  std::vector<iteration::LevelIterator> once;
  /// Levels without a level above them, that are visited once for each fiber of the result.
  std::vector<iteration::LevelIterator> perFiber;
  /// Every coordinate, for each fiber.
  bool everywhere = false;
  /// The coordinates of a workspace: as many as are put into it in an iteration of the outermost loop, or, if it is
  /// filled before, for each fiber.
  std::string workspace = {};
};
/// By compressed level of the result; none for a level about which nothing is known.
using LevelBounds = std::map<int, std::optional<LevelBound>>;

struct ChunkPlan {
  bool mayBeChunked = false;  ///< a loop was found that may be
  bool assembles = false;     ///< such a loop appends to the result
  LevelBounds bounds;
};

/// The bound that a loop over `var` gives, which is led by these levels; by none: over all coordinates.
std::optional<LevelBound> boundBy(const std::vector<iteration::LevelIterator>& leaders, const IndexVar& var,
                                  const Scope& outer, const StatementFacts& facts);

}  // namespace stardust::loops
