// The arrays of a computed result: the position ranges that its loops fill, and the streams that store its entries.
// Ordinals number the compressed levels from the outermost.
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
  /// The level with this ordinal.
  int level(int ordinal) const { return levels_.at(static_cast<std::size_t>(ordinal)); }
  const LevelPlan& plan(int ordinal) const;

  /// The number of fibers of a level: the positions above it.
  Expr fibers(int ordinal);
  /// The memory with a level's positions.
  const std::string& positions(int ordinal) const;
  /// The range of a level's entries below the dense coordinates around its outermost compressed loop.
  Segment range(int ordinal);
  /// The same, with `extent` words per position.
  Segment scaledRange(int ordinal, const Expr& extent);

  /// A FIFO whose elements are stored in order to a range of a DRAM.
  std::string stream(const known::Key& key, const std::string& wanted, Type type, const std::string& dram, int ordinal,
                     const Segment& range, const std::string& note);
  /// The stream of a level's coordinates.
  std::string coordinates(int ordinal);
  /// Stores the coordinate `at` of a level if `stored` holds; null: unconditionally.
  void storeCoordinate(int ordinal, const Expr& at, const Expr& stored);
  /// Stores an entry: its value, and the coordinate at the last level if it is compressed.
  void storeEntry(const Access& lhs, const Expr& value, const std::optional<Expr>& stored);

 private:
  Frame& frame(int ordinal);

  Context& context_;
  Positions& positions_;
  const AccessPlan& result_;
  std::vector<int> levels_;
};

}  // namespace stardust::spatial
