// Lowers one forall: the general merge loop, and faster versions for special forms of the operands.
#pragma once

#include "loops/lower/intersect.h"
#include "loops/lower/position_loops.h"
#include "loops/lower/rows_together.h"
#include "loops/lower/scattered_rows.h"
#include "loops/lower/short_fibers.h"
#include "loops/lower/tables.h"

namespace stardust::loops {

class ForallLowering : public Part {
 public:
  ForallLowering(Context& context, StatementLowering& statements, Result& result, Workspaces& workspaces,
                 Locator& locator, Values& values)
      : Part(context),
        statements_(statements),
        workspaces_(workspaces),
        result_(result),
        locator_(locator),
        coordinates_(context),
        merging_(context, locator, workspaces),
        tables_(context, locator),
        chunks_(context, result, workspaces, locator, merging_, tables_),
        positions_(context, statements, locator, chunks_),
        intersections_(context, locator, merging_, result),
        scatteredRows_(context, statements, result, workspaces),
        shortFibers_(context, result, locator, values),
        rowsTogether_(context, locator, values) {}

  void lower(const cin::Forall& loop, const Scope& outer, Body& out);

 private:
  void overCoordinates(const cin::Forall& loop, const Scope& outer, Body& out);
  void merged(const cin::Forall& loop, const Scope& outer, Body& out);
  Merge open(const cin::Forall& loop, const Scope& outer, Body& out);
  void noteBound(const Merge& merge, const Scope& outer);
  void inChunks(Merge& merge, const Counting& counting, const Scope& outer, Body& out);
  /// The rows from `begin` to `end` by RowsTogether; empty if the loop does not visit every row, or has no such form.
  Body rowsTogether(const Merge& merge, const Expr& begin, const Expr& end, const Scope& scope);
  /// The fastest version of the loop, including the initialisation of its heads.
  Body looped(Merge& merge, const Scope& outer);
  Body mergeLoop(Merge& merge, const Scope& outer);
  /// The loop that looks up unchanged fibers in tables, else `walked`. Empty: there are no such fibers.
  Body inTablesOr(const Merge& merge, const Scope& outer, const Body& walked);
  Emit visitOf(const Merge& merge);
  void visit(const Merge& merge, Scope& inner, Body& out);

  StatementLowering& statements_;
  Workspaces& workspaces_;
  Result& result_;
  Locator& locator_;
  Coordinates coordinates_;
  Merging merging_;
  Tables tables_;
  Chunks chunks_;
  PositionLoops positions_;
  Intersections intersections_;
  ScatteredRows scatteredRows_;
  ShortFibers shortFibers_;
  RowsTogether rowsTogether_;
};

}  // namespace stardust::loops
