// Intersections of long fibers: the positions of one are written into a table (tables.h) that the coordinates of the
// other probe.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "loops/lower/merging.h"
#include "loops/lower/result.h"

namespace stardust::loops {

class Intersections : public Part {
 public:
  Intersections(Context& context, Locator& locator, Merging& merging, const Result& result)
      : Part(context), locator_(locator), merging_(merging), result_(result) {}

  /// For an intersection of two fibers (intersectsTwo): the table version if the fibers are long enough, else `walked`,
  /// the merge of both. `opened`: the statements emitted when the merge was opened.
  Body probedOrMerged(Merge& merge, Body opened, const Scope& outer, const Emit& visit, Body walked);
  /// The loop along the leader of a merge that probes the table of the other fiber, `follower`.
  Body probing(Merge& merge, const Head& follower, const Scope& outer, const Emit& visit);

 private:
  /// Whether a table for all fibers that the loop walks along is worth its memory; computed once, in the prologue.
  Expr isTableWorthwhile(const Merge& merge, const Head& follower);
  Body probed(Merge& merge, Head& follower, const Scope& outer, const Emit& visit);
  /// The branchless form of `append`, which conditionally appends an entry at a position of the loop's leader after
  /// reserving space. Empty if `append` has another form, or may fail where the condition does not hold.
  Body appendedWhere(const Expr& condition, Body append) const;
  Body withoutBranch(const Counting& counting, const Body& inside);

  Locator& locator_;
  Merging& merging_;
  const Result& result_;
  std::map<std::vector<std::pair<notation::AccessKey, int>>, Expr> worthwhile_;  ///< by the levels of the merge
};

}  // namespace stardust::loops
