// Ranges of positions (pos), and the fibers that contain them.
#pragma once

#include "cin/position_loops.h"
#include "loops/lower/locate.h"

namespace stardust::loops {

class PositionRanges : public Part {
 public:
  PositionRanges(Context& context, Locator& locator) : Part(context), locator_(locator) {}

  /// Emits the bounds of the positions and the extents of the variables that iterate over them, once for each `pos`.
  void open(const cin::Pos& pos, const cin::Forall& loop, Scope& scope, Body& out);
  /// Limits the loops over coordinates to positions [begin, end); no limit if these are null.
  void limit(Scope& scope, const PositionRange& range, const Expr& begin, const Expr& end, Body& out);
  /// The position of a level whose fiber contains position `at` of the level below; the end if `at` is beyond the last
  /// position.
  Expr parentOfPosition(const PositionRange& range, int level, const Expr& at, Body& out);

 private:
  void noteExtents(const IndexVar& position, const Expr& count, Scope& scope, Body& out);

  Locator& locator_;
};

}  // namespace stardust::loops
