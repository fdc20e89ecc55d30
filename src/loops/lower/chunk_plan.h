// Whether the outermost loop can be partitioned into chunks, with upper bounds of the entries that each chunk appends
// to the result. A first lowering without chunks builds the plan; the second lowering uses it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"
#include "loops/lower/scope.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

/// An upper bound of the positions of a compressed result level, derived from one loop.
struct LevelBound {
  /// Levels whose positions are each visited at most once; the bound is the sum of their sizes.
  std::vector<iteration::LevelIterator> once;
  /// Levels without a parent level, visited once for each fiber of the result.
  std::vector<iteration::LevelIterator> perFiber;
  /// Bounded by the extent, for each fiber.
  bool everywhere = false;
  /// Bounded by the number of insertions into this workspace: per iteration of the outermost loop, or per fiber if the
  /// workspace is filled before the loop.
  std::string workspace = {};
};
/// By compressed level of the result; none if the level is unbounded.
using LevelBounds = std::map<int, std::optional<LevelBound>>;

struct ChunkPlan {
  bool mayBeChunked = false;  ///< some loop can be partitioned
  bool assembles = false;     ///< such a loop appends to the result
  LevelBounds bounds;
};

/// The bound given by a loop over `var` with these leading levels; without leaders, the loop visits all coordinates.
std::optional<LevelBound> boundBy(const std::vector<iteration::LevelIterator>& leaders, const IndexVar& var,
                                  const Scope& outer, const StatementFacts& facts);

}  // namespace stardust::loops
