// One forall: the loop over its coordinates, and other ways to visit them that are faster where operands are as they
// expect.
#pragma once

#include "loops/lower/intersect.h"
#include "loops/lower/positions.h"
#include "loops/lower/scattered_rows.h"
#include "loops/lower/short_fibers.h"

namespace stardust::loops {

class Loops : public Part {
 public:
  Loops(Context& context, Walker& walker, Result& result, Workspaces& workspaces, Locator& locator, Values& values)
      : Part(context),
        walker_(walker),
        result_(result),
        locator_(locator),
        coordinates_(context),
        merging_(context, locator, workspaces),
        chunks_(context, result, workspaces, locator, merging_),
        positions_(context, walker, locator, chunks_),
        intersections_(context, merging_, result),
        scatteredRows_(context, walker, result, workspaces),
        shortFibers_(context, result, locator, values) {}

  void lower(const cin::Forall& loop, const Scope& outer, Body& out);

 private:
  void overCoordinates(const cin::Forall& loop, const Scope& outer, Body& out);
  Merge open(const cin::Forall& loop, const Scope& outer, Body& out);
  void noteBound(const Merge& merge, const Scope& outer);
  void inChunks(Merge& merge, const Counting& counting, const Scope& outer, Body& out);
  /// The loop, from the start of its heads on, in the fastest way.
  Body looped(Merge& merge, const Scope& outer);
  Body oneByOne(Merge& merge, const Scope& outer);
  Emit visitOf(const Merge& merge);
  void visit(const Merge& merge, Scope& inner, Body& out);

  Walker& walker_;
  Result& result_;
  Locator& locator_;
  Coordinates coordinates_;
  Merging merging_;
  Chunks chunks_;
  PositionLoops positions_;
  Intersections intersections_;
  ScatteredRows scatteredRows_;
  ShortFibers shortFibers_;
};

}  // namespace stardust::loops
