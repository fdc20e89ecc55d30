// Known facts at a point of the lowering.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "iteration/contraction.h"
#include "levels/registry.h"
#include "loops/build.h"
#include "loops/lower/cursors.h"
#include "notation/access_key.h"

namespace stardust::loops {

using notation::Access;
using notation::IndexVar;

struct Chunk;
struct LoopAround;

/// The range of a loop over positions, for consecutive levels of an operand.
struct PositionRange {
  Access access;
  int first = 0, last = 0;
  Position parent;               ///< position in the level above
  std::vector<Expr> begin, end;  ///< bounds in each of the levels
  const Expr& beginOf(int level) const { return begin.at(static_cast<std::size_t>(level - first)); }
  const Expr& endOf(int level) const { return end.at(static_cast<std::size_t>(level - first)); }
};
/// Restricts a loop over coordinates to a range of positions of one level; to the whole fiber if the bounds are null.
struct LevelLimit {
  iteration::LevelIterator level;
  Expr begin, end;
  bool isInFiber = false;  ///< the whole range lies in one fiber
  bool isDense() const { return levels::of(level.access.tensor.format.level(level.level)).hasLocate; }
};

/// The located levels of accesses: for each access, the positions of its located levels, outermost first.
class Places {
 public:
  std::vector<Position>& operator[](const Access& access) { return places_[notation::AccessKey(access)]; }
  /// Null: no level has been located.
  const std::vector<Position>* find(const Access& access) const {
    const auto known = places_.find(notation::AccessKey(access));
    return known == places_.end() ? nullptr : &known->second;
  }
  /// The number of located levels.
  int depthOf(const Access& access) const {
    const std::vector<Position>* known = find(access);
    return known ? static_cast<int>(known->size()) : 0;
  }
  bool isLocated(const Access& access) const { return depthOf(access) == access.tensor.order(); }
  void forget(const Access& access) { places_.erase(notation::AccessKey(access)); }

 private:
  std::map<notation::AccessKey, std::vector<Position>> places_;
};

struct Scope {
  std::vector<IndexVar> path;     ///< enclosing loops, outermost first
  std::vector<bool> whole;        ///< for each of them: whether it visits every coordinate
  std::vector<Expr> runs;         ///< for each of them, if known: the condition that it visits any coordinate
  std::map<IndexVar, Expr> vars;  ///< coordinates: loop variables and derived variables
  Places places{};
  std::vector<Expr> facts;                     ///< conditions that hold here
  std::map<IndexVar, PositionRange> ranges{};  ///< by variable that iterates over positions
  std::map<IndexVar, Expr> extents{};          ///< of variables that iterate over positions, alone or fused
  std::map<IndexVar, LevelLimit> limits{};     ///< by loop over coordinates
  std::map<IndexVar, Expr> lasts{};            ///< of loops along runs: the last coordinate of the current run
  Expr mask{};                                 ///< where false, scalar reductions add 0; null: true
  int guards = 0;                              ///< number of enclosing conditions, except guards of splits
  const Chunk* chunk = nullptr;                ///< the chunk of the outermost loop; null: not partitioned
  Expr iteration{};                            ///< current iteration of a partitioned outermost loop over coordinates
  bool isInFirstRow = false;                   ///< in the first row of a chunk, which the previous chunk may share
  bool isNoted = false;                        ///< the note of the enclosing loop documents the assignment
  Body* allocations = nullptr;                 ///< body for arrays of the chunk that its iterations reuse
  std::vector<LoopAround*> around{};           ///< enclosing loops over coordinates, outermost first
  std::map<IndexVar, IndexVar>
      scheduled{};  ///< maps a loop over coordinates to the loop over positions that it implements

  /// Whether this point executes in every iteration of the loops inside the first `depth` loops, which have `outside`
  /// conditions around them.
  bool visitsAll(std::size_t depth, int outside) const;
  /// The name of a loop in the schedule.
  const IndexVar& scheduledAs(const IndexVar& loop) const;
  /// Enters a loop. `isWhole`: it visits every coordinate. `isVisited`: the condition that it visits any; null:
  /// unknown.
  void enter(const IndexVar& loop, bool isWhole = false, Expr isVisited = {});
};

/// Emits code in a scope.
using Emit = std::function<void(Scope&, Body&)>;

/// The position in the level above; the root position for the outermost level.
Position parentOf(const Access& access, int level, const Scope& scope);

}  // namespace stardust::loops
