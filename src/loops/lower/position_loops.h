// Loops over the positions of an operand (pos). Such a loop, or the innermost part after splits, is lowered to loops
// over the coordinates that it represents. The operand leads them, restricted to a range of positions; all other levels
// are located.
#pragma once

#include "loops/lower/chunks.h"
#include "loops/lower/coordinates.h"
#include "loops/lower/position_ranges.h"
#include "loops/lower/statement_lowering.h"

namespace stardust::loops {

class PositionLoops : public Part {
 public:
  PositionLoops(Context& context, StatementLowering& statements, Locator& locator, Chunks& chunks)
      : Part(context),
        coordinates_(context),
        ranges_(context, locator),
        statements_(statements),
        locator_(locator),
        chunks_(chunks) {}

  /// Lowers a loop over positions or over parts of them. False: it is an outer part, which does not determine the
  /// position. It is then lowered like an ordinary loop; its variables are already in the scope.
  bool lower(const cin::Forall& loop, const cin::PositionLoop& counting, Scope& scope, Body& out);

 private:
  struct Iteration {
    Scope scope;
    std::vector<std::pair<Expr, Expr>> derived;  ///< variables derived from the loop's, with their extents
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
  StatementLowering& statements_;
  Locator& locator_;
  Chunks& chunks_;
};

}  // namespace stardust::loops
