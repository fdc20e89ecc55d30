// Where a statement stands that is being lowered.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "iteration/contraction.h"
#include "levels/registry.h"
#include "loops/build.h"
#include "loops/lower/cursors.h"

namespace stardust::loops {

using notation::Access;
using notation::IndexVar;

/// What a loop over positions counts: those of some levels of an operand, one below the other.
struct PositionRange {
  Access access;
  int first = 0, last = 0;
  Position parent;               ///< at the level above
  std::vector<Expr> begin, end;  ///< of each of the levels
  const Expr& beginOf(int level) const { return begin.at(static_cast<std::size_t>(level - first)); }
  const Expr& endOf(int level) const { return end.at(static_cast<std::size_t>(level - first)); }
};
/// A loop over coordinates visits those that one level stores at these positions; at all of the fiber, if they are
/// null.
struct LevelLimit {
  iteration::LevelIterator level;
  Expr begin, end;
  bool isInFiber = false;  ///< all of them are positions of the fiber
  bool isDense() const { return levels::of(level.access.tensor.format.level(level.level)).hasLocate; }
};

/// What is known where a statement is lowered.
struct Scope {
  std::vector<IndexVar> path;     ///< the loops around, outermost first
  std::vector<bool> whole;        ///< of each of them: whether it visits every coordinate
  std::vector<Expr> runs;         ///< of each of them, where a condition tells: whether it visits any
  std::map<IndexVar, Expr> vars;  ///< coordinates, of loop variables and of what is derived from them
  std::map<std::string, std::vector<Position>> places;  ///< by printed access: its levels that are located
  std::vector<Expr> facts;                              ///< conditions that hold
  std::map<IndexVar, PositionRange> ranges{};           ///< by variable that counts positions
  std::map<IndexVar, Expr> extents{};                   ///< of variables that count positions, alone or together
  std::map<IndexVar, LevelLimit> limits{};              ///< by loop over coordinates
  std::map<IndexVar, Expr> lasts{};  ///< of loops that go from run to run: the last coordinate of the run
  Expr mask{};                       ///< where it does not hold, what is added to a scalar is 0; null: it holds
  int guards = 0;  ///< how many conditions, other than those of split loops, decide whether we are here

  /// Whether everything inside the first `depth` loops, under `outside` guards, comes here.
  bool visitsAll(std::size_t depth, int outside) const;
};

/// Where the level above is located; the root above the outermost one.
Position parentOf(const Access& access, int level, const Scope& scope);

}  // namespace stardust::loops
