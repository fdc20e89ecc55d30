// Which positions a loop over positions (pos) counts, and to which fibers they belong.
#pragma once

#include "cin/positions.h"
#include "loops/lower/locate.h"

namespace stardust::loops {

class PositionRanges : public Part {
 public:
  PositionRanges(Context& context, Locator& locator) : Part(context), locator_(locator) {}

  /// Where the positions begin and end, and how far the variables go that count them; once for each `pos`.
  void open(const cin::Pos& pos, const cin::Forall& loop, Scope& scope, Body& out);
  /// The loops over coordinates visit those that are stored from position `begin` until `end`; everywhere, if these are
  /// null.
  void limit(Scope& scope, const PositionRange& range, const Expr& begin, const Expr& end, Body& out);
  /// The position of a level with whose fiber the position `at` of the level below is; where that is behind all, the
  /// end.
  Expr parentOfPosition(const PositionRange& range, int level, const Expr& at, Body& out);

 private:
  void noteExtents(const IndexVar& position, const Expr& count, Scope& scope, Body& out);

  Locator& locator_;
};

}  // namespace stardust::loops
