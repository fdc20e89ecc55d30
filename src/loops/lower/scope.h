// What is known at the place of a statement that is being lowered.
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

/// The positions of accesses: of each, those of the levels that are located, the outermost first.
class Places {
 public:
  std::vector<Position>& operator[](const Access& access) { return places_[notation::AccessKey(access)]; }
  /// Null: no level was asked for yet.
  const std::vector<Position>* find(const Access& access) const {
    const auto known = places_.find(notation::AccessKey(access));
    return known == places_.end() ? nullptr : &known->second;
  }
  /// How many levels are located.
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
  std::vector<IndexVar> path;     ///< the loops around, outermost first
  std::vector<bool> whole;        ///< of each of them: whether it visits every coordinate
  std::vector<Expr> runs;         ///< of each of them, where a condition tells: whether it visits any
  std::map<IndexVar, Expr> vars;  ///< coordinates, of loop variables and of what is derived from them
  Places places{};
  std::vector<Expr> facts;                     ///< conditions that hold
  std::map<IndexVar, PositionRange> ranges{};  ///< by variable that counts positions
  std::map<IndexVar, Expr> extents{};          ///< of variables that count positions, alone or together
  std::map<IndexVar, LevelLimit> limits{};     ///< by loop over coordinates
  std::map<IndexVar, Expr> lasts{};            ///< of loops that go from run to run: the last coordinate of the run
  Expr mask{};                   ///< where it does not hold, what is added to a scalar is 0; null: it holds
  int guards = 0;                ///< how many conditions, other than those of split loops, decide whether we are here
  const Chunk* chunk = nullptr;  ///< the chunk of the outermost loop; null: that is not cut into chunks
  Expr iteration{};              ///< which iteration of the outermost loop runs, if that is over coordinates and cut
  bool isInFirstRow = false;     ///< in the first row of the chunk, which it shares with the chunk before
  bool isNoted = false;          ///< the note of the loop around says what the assignment computes
  Body* allocations = nullptr;   ///< of the chunk: where arrays are made that its iterations use again and again
  std::map<IndexVar, IndexVar> scheduled{};  ///< by loop over coordinates: the loop over positions that it stands for

  /// Whether everything inside the first `depth` loops, under `outside` guards, comes here.
  bool visitsAll(std::size_t depth, int outside) const;
  /// The name that the schedule has for a loop.
  const IndexVar& scheduledAs(const IndexVar& loop) const;
  /// Inside one more loop. `isWhole`: it visits every coordinate. `isVisited`: whether it visits any; null: unknown.
  void enter(const IndexVar& loop, bool isWhole = false, Expr isVisited = {});
};

/// What is emitted in a scope.
using Emit = std::function<void(Scope&, Body&)>;

/// Where the level above is located; the root above the outermost one.
Position parentOf(const Access& access, int level, const Scope& scope);

}  // namespace stardust::loops
