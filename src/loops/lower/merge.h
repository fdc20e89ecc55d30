// The components of a loop over the contraction set of a forall.
//
// A minimal cover of the set leads the loop. The other levels follow: they advance to the coordinate of the leaders.
// Each level reports whether it stores the coordinate, and the body executes if the set contains it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"
#include "loops/lower/scope.h"
#include "machine/processor.h"

namespace stardust::loops {

/// A level of the set, and its cursor.
struct Head {
  iteration::LevelIterator level;
  std::unique_ptr<Cursor> cursor;
  bool leads = false;
  bool follows = false;  ///< a full level outside the set, iterated for its positions only
  Expr present = {};     ///< whether it stores the coordinate
  Position place = {};
};

struct Merge {
  cin::Forall loop;
  iteration::Set set;
  std::vector<Head> heads;
  bool everywhere = false;     ///< no level leads: the loop visits all coordinates
  const Head* only = nullptr;  ///< the leader, if it is unique
  bool counts = false;         ///< a counted loop over the positions of the leader
  std::string var;             ///< name of the loop's coordinate
  std::optional<int> entries;  ///< the level of the result to which the loop appends coordinates
  Expr extent;
  Expr begin, end;  ///< range of the coordinates of a counted loop

  bool reads(const Access& access) const;
  const Head& of(const iteration::LevelIterator& level) const;
  /// Whether the term is a product with exactly one of the iterated operands.
  bool hasTerm(const notation::Expr& term) const;
  /// Whether the set may contain further coordinates. `leaderIsLive`: whether the only leader has not reached its end.
  Expr possible(bool leaderIsLive) const;
  /// Whether the set contains the coordinate, given the heads' answers.
  Expr holds() const;
  /// An upper bound of the trip count.
  Expr bound() const;
  /// An upper bound of the total number of entries of the heads.
  Expr totalEntries() const;
  /// The cost of a merge step, in flags of a scattered row.
  std::int64_t flagsForEntry(const machine::Processor& on) const {
    return heads.size() == 2 ? on.packing.flagsForStepOfTwo : on.packing.flagsForStepOfMore;
  }
};

/// A counted loop: over coordinates, or over the positions of `leader`.
struct Counting {
  std::string var;
  Expr begin, end;
  std::optional<iteration::LevelIterator> leader = {};
};
/// None: the loop is a `while`.
std::optional<Counting> countingOf(const Merge& merge);
/// The same if the iterations share only the counter, so that threads can run them. None: they share more.
std::optional<Counting> independentCountingOf(const Merge& merge);

/// The scope of an iteration, with the conditions that hold in every iteration.
Scope iterationOf(const Merge& merge, const Scope& outer);
/// Adds the positions of the heads to the scope of an iteration.
void enterPlaces(const Merge& merge, Scope& inner);
/// Emits the initial state of all heads, except a counted leader.
void startHeads(Merge& merge, Body& out);

}  // namespace stardust::loops
