// Positions of an access's coordinates, and the current coordinates of the loops. Each is emitted at its first use, in
// the outermost body in which it can be computed.
#pragma once

#include <string>

#include "capstan/lower/context.h"

namespace stardust::spatial {

/// The begin, end and length of a fiber.
struct Segment {
  Expr start, end, length;
};

class Positions {
 public:
  explicit Positions(Context& context) : context_(context) {}

  /// The coordinate of a loop, or of a variable derived from loops by splits and fusions.
  Expr coordinate(const notation::IndexVar& var);
  /// The position of the coordinate at a level; -1 if it is absent. 0 above the outermost level.
  Expr position(const AccessPlan& access, int level);
  /// The positions of a level's fiber below the parent position; empty if the parent is absent.
  Segment segment(const AccessPlan& access, int level);
  /// The index of a value in the on-chip slice, or in the whole array.
  Expr index(const AccessPlan& access);
  /// The row-major index of the coordinates of levels [begin, end), which are all dense.
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
