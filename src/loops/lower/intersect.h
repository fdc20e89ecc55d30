// Intersections of long fibers: the positions of one are scattered into a table that the coordinates of the other
// probe.
#pragma once

#include "loops/lower/merging.h"
#include "loops/lower/result.h"

namespace stardust::loops {

class Intersections : public Part {
 public:
  Intersections(Context& context, Merging& merging, const Result& result)
      : Part(context), merging_(merging), result_(result) {}

  /// For an intersection of two fibers (intersectsTwo): the table version if the fibers are long enough, else `walked`,
  /// the merge of both. `opened`: the statements emitted when the merge was opened.
  Body probedOrMerged(Merge& merge, Body opened, const Scope& outer, const Emit& visit, Body walked);

 private:
  Body probed(Merge& merge, Head& follower, const Scope& outer, const Emit& visit);
  /// The branchless form of `append`, which conditionally appends an entry at a position of the loop's leader after
  /// reserving space. Empty if `append` has another form, or may fail where the condition does not hold.
  Body appendedWhere(const Expr& condition, Body append) const;
  Body withoutBranch(const Counting& counting, const Body& inside);

  Merging& merging_;
  const Result& result_;
};

}  // namespace stardust::loops
