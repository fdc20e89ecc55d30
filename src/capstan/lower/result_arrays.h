// The arrays of a result whose structure is computed: the ranges of positions that its loops fill, and the streams that
// store what they find. Compressed levels are counted by ordinals, from the outermost one on.
#pragma once

#include <string>
#include <vector>

#include "capstan/lower/positions.h"

namespace stardust::spatial {

class ResultArrays {
 public:
  ResultArrays(Context& context, Positions& positions);

  int count() const { return static_cast<int>(levels_.size()); }
  int last() const { return count() - 1; }
  /// The level with an ordinal.
  int level(int ordinal) const { return levels_.at(static_cast<std::size_t>(ordinal)); }
  const LevelPlan& plan(int ordinal) const;

  /// How many fibers a level has: the positions above it.
  Expr fibers(int ordinal);
  /// The memory with the positions of a level.
  const std::string& positions(int ordinal) const;
  /// Where the entries of a level are that belong to the dense coordinates around its outermost compressed loop.
  Segment range(int ordinal);
  /// The same, with `extent` words for each position.
  Segment scaledRange(int ordinal, const Expr& extent);

  /// A FIFO whose elements are stored in order in a range of a DRAM.
  std::string stream(const known::Key& key, const std::string& wanted, Type type, const std::string& dram, int ordinal,
                     const Segment& range, const std::string& note);
  /// The one of the coordinates of a level.
  std::string coordinates(int ordinal);
  /// Stores the coordinate `at` of a level, where `stored` holds; always, if it is null.
  void storeCoordinate(int ordinal, const Expr& at, const Expr& stored);
  /// Stores an entry: its value, and the coordinate at the last level if that is compressed.
  void storeEntry(const Access& lhs, const Expr& value, const std::optional<Expr>& stored);

 private:
  Frame& frame(int ordinal);

  Context& context_;
  Positions& positions_;
  const AccessPlan& result_;
  std::vector<int> levels_;
};

}  // namespace stardust::spatial
