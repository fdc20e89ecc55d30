// What a loop over the contraction set of a forall is made of.
//
// The loop is led by as few levels as cover the set; the others follow, that is, they are moved up to the coordinate
// where the leaders stand. Each level says whether it stores the coordinate, and the body runs where the set, with
// these answers, holds it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"
#include "loops/lower/scope.h"
#include "machine/processor.h"

namespace stardust::loops {

/// A level of the set, and where it stands.
struct Head {
  iteration::LevelIterator level;
  std::unique_ptr<Cursor> cursor;
  bool leads = false;
  bool follows = false;  ///< it covers every coordinate, and is not in the set
  Expr present = {};     ///< whether it stores the coordinate
  Position place = {};
};

struct Merge {
  cin::Forall loop;
  iteration::Set set;
  std::vector<Head> heads;
  bool everywhere = false;     ///< led by no level
  const Head* only = nullptr;  ///< the leader, if there is one only
  bool counts = false;         ///< a plain loop over the positions of the leader
  std::string var;             ///< the name of the loop's coordinate
  std::optional<int> entries;  ///< the level of the result whose coordinates the loop finds
  Expr extent;
  Expr begin, end;  ///< of the coordinates, where the loop counts them

  bool reads(const Access& access) const;
  const Head& of(const iteration::LevelIterator& level) const;
  /// Whether the term is a product with exactly one of the operands that the loop walks along.
  bool hasTerm(const notation::Expr& term) const;
  /// Whether the set may still hold a coordinate. `leaderIsLive`: of one leader, that it is not at the end.
  Expr possible(bool leaderIsLive) const;
  /// Whether the set holds the coordinate, as the heads say.
  Expr holds() const;
  /// How many coordinates the loop visits at most.
  Expr bound() const;
  /// How many the heads store, together, at most.
  Expr entriesOfAll() const;
  /// A step of the merge costs about what so many flags of a row do that is scattered instead.
  std::int64_t flagsForEntry(const machine::Processor& on) const {
    return heads.size() == 2 ? on.packing.flagsForStepOfTwo : on.packing.flagsForStepOfMore;
  }
};

/// A loop that counts: over coordinates, or over the positions of `leader`.
struct Counting {
  std::string var;
  Expr begin, end;
  std::optional<iteration::LevelIterator> leader = {};
};
/// None: the loop is a `while`.
std::optional<Counting> countingOf(const Merge& merge);
/// The same, if iterations share no state but the counter, so that threads can run them. None: they do.
std::optional<Counting> independentCountingOf(const Merge& merge);

/// The scope of an iteration, with the conditions that hold in all of them.
Scope iterationOf(const Merge& merge, const Scope& outer);
/// The places of the heads come into the scope of an iteration.
void enterPlaces(const Merge& merge, Scope& inner);
/// Emits the state of all heads, but that of a leader that is counted.
void startHeads(Merge& merge, Body& out);

}  // namespace stardust::loops
