// What a loop over the contraction set of a forall is made of.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loops/lower/lowering.h"

namespace stardust::loops {

/// A level of the set, and where it stands.
struct Head {
  iteration::LevelIterator level;
  std::unique_ptr<Cursor> cursor;
  bool leads = false;
  bool follows = false;  // it covers every coordinate, and is not in the set
  Expr present = {};     // whether it stores the coordinate
  Position place = {};
};

struct Lowering::Merge {
  iteration::Set set;
  std::vector<Head> heads;
  bool everywhere = false;     ///< led by no level
  const Head* only = nullptr;  ///< the leader, if there is one only
  bool counts = false;         ///< a plain loop over the positions of the leader
  std::string var;             ///< the name of the loop's coordinate
  std::optional<int> entries;  ///< the level of the result whose coordinates the loop finds
  Expr extent;
  Expr begin, end;  ///< of the coordinates, where the loop counts them

  bool reads(const Access& access) const {
    return std::any_of(heads.begin(), heads.end(),
                       [&](const Head& h) { return notation::equal(h.level.access, access); });
  }
  const Head& of(const iteration::LevelIterator& level) const {
    return *std::find_if(heads.begin(), heads.end(), [&](const Head& h) { return same(h.level, level); });
  }
  /// Whether it visits all coordinates along runs of operands, and nothing else.
  bool isAlongRuns() const {
    return everywhere && !heads.empty() &&
           std::all_of(heads.begin(), heads.end(), [](const Head& h) { return h.follows; });
  }
  bool hasFollowers() const {
    return std::any_of(heads.begin(), heads.end(), [](const Head& h) { return h.follows; });
  }
  /// Whether the term is a product with exactly one of the operands that the loop walks along.
  bool hasTerm(const notation::Expr& term) const;
  /// Whether the set may still hold a coordinate.
  Expr possible(bool leaderIsLive) const;
  /// How many coordinates the loop visits at most.
  Expr bound() const;
  /// Along runs: into how many parts their ends cut the coordinates, at most.
  Expr parts() const;
  /// A step of the merge costs about what so many flags of a row do that is scattered instead: the branches of two rows
  /// are foreseen more often than those of more.
  std::int64_t flagsForEntry() const { return heads.size() == 2 ? 12 : 40; }
};

}  // namespace stardust::loops
