// Intersections of two fibers of which there is enough: the positions of one are scattered into a table that the
// coordinates of the other look up.
#pragma once

#include "loops/lower/merging.h"
#include "loops/lower/result.h"

namespace stardust::loops {

class Intersections : public Part {
 public:
  Intersections(Context& context, Merging& merging, const Result& result)
      : Part(context), merging_(merging), result_(result) {}

  /// Of an intersection of two fibers (intersectsTwo): looked up where there is enough in them, else `walked`, the loop
  /// along both of them. `opened`: what was emitted when the merge was opened.
  Body lookedUpOrWalked(Merge& merge, Body opened, const Scope& outer, const Emit& visit, Body walked);

 private:
  Body lookedUp(Merge& merge, Head& follower, const Scope& outer, const Emit& visit);
  /// What appends an entry at a position of the leader of its loop, so that there is room, and does that under a
  /// condition: the same without a branch. Empty if `append` does anything else, or could fail where the condition does
  /// not hold.
  Body appendedWhere(const Expr& condition, Body append) const;
  Body withoutBranch(const Counting& counting, const Body& inside);

  Merging& merging_;
  const Result& result_;
};

}  // namespace stardust::loops
