// Loops over the positions of an operand (pos). Such a loop, or the innermost one of those that it was split into, is
// the loops over the coordinates that it stands for, led by the operand and limited to some of its positions:
// everything else is located.
#pragma once

#include "loops/lower/chunks.h"
#include "loops/lower/coordinates.h"
#include "loops/lower/position_ranges.h"
#include "loops/lower/walker.h"

namespace stardust::loops {

class PositionLoops : public Part {
 public:
  PositionLoops(Context& context, Walker& walker, Locator& locator, Chunks& chunks)
      : Part(context),
        coordinates_(context),
        ranges_(context, locator),
        walker_(walker),
        locator_(locator),
        chunks_(chunks) {}

  /// A loop that counts positions, or parts of them. False: it is an ordinary loop over parts, and the position is not
  /// known in it; what it counts came into the scope.
  bool lower(const cin::Forall& loop, const cin::PositionLoop& counting, Scope& scope, Body& out);

 private:
  struct Iteration {
    Scope scope;
    std::vector<std::pair<Expr, Expr>> derived;  ///< variables that follow from the loop's, with their extents
    Expr begin;                                  ///< the position
  };
  Iteration iteration(const cin::Forall& loop, const cin::Pos& pos, const Expr& at, const Scope& outer, Body& out);
  void visitRun(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out);
  void visitEach(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out);
  void visitAll(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out);
  void visit(const cin::Forall& loop, const cin::Pos& pos, const Expr& begin, const Expr& end, Scope scope, Body& out);
  cin::Stmt summed(const IndexVar& innermost, const cin::Stmt& body);

  Coordinates coordinates_;
  PositionRanges ranges_;
  Walker& walker_;
  Locator& locator_;
  Chunks& chunks_;
};

}  // namespace stardust::loops
