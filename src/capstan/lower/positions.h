// Where the coordinates of an access are stored, and which coordinates the loops stand on. Each is emitted when it is
// first asked for, in the outermost body where it can be computed.
#pragma once

#include <string>

#include "capstan/lower/context.h"

namespace stardust::spatial {

/// Where a fiber begins and ends, and how long it is.
struct Segment {
  Expr start, end, length;
};

class Positions {
 public:
  explicit Positions(Context& context) : context_(context) {}

  /// Of a loop, or of what splits and fusions make of loops.
  Expr coordinate(const notation::IndexVar& var);
  /// Of the coordinate at a level; -1 where it is absent. 0 above the outermost level.
  Expr position(const AccessPlan& access, int level);
  /// The positions of the fiber of a level below the position above it; empty if that is absent.
  Segment segment(const AccessPlan& access, int level);
  /// Where a value is within the slice that is on chip, or within the whole array.
  Expr index(const AccessPlan& access);
  /// Where the coordinates of levels [begin, end), which are all dense, are among all that there are.
  Expr offset(const Access& access, int begin, int end);

 private:
  Expr derived(const cin::Derived& var);
  Expr storedCoordinate(const notation::IndexVar& var);
  Expr rank(const AccessPlan& access, const LevelPlan& level);
  Expr search(const AccessPlan& access, const LevelPlan& level);
  std::string memoryOf(const AccessPlan& access, int level);

  Context& context_;
};

}  // namespace stardust::spatial
