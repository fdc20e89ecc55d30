// Makes merges, and their iterations.
#pragma once

#include <map>

#include "loops/lower/locate.h"
#include "loops/lower/merge.h"

namespace stardust::loops {

class Merging : public Part {
 public:
  Merging(Context& context, Locator& locator, Workspaces& workspaces)
      : Part(context), locator_(locator), workspaces_(workspaces) {}

  /// The merge of a loop, and of levels that follow it without being in its set. Emits what stays the same while the
  /// loop runs.
  Merge open(const cin::Forall& loop, const std::vector<iteration::LevelIterator>& followers, const Scope& outer,
             Body& out);
  /// One iteration: finds the coordinate and the levels that store it, runs the body, and steps the leaders on. `visit`
  /// emits the body.
  void iterate(Merge& merge, const Scope& outer, const Emit& visit, Body& inside);
  /// The same for an intersection of two fibers (intersectsTwo), which steps without branches.
  void walkTogether(Merge& merge, const Scope& outer, const Emit& visit, Body& inside);

 private:
  using Stands = std::map<const Head*, Expr>;  // of several leaders, where each stands: at the extent if at its end
  void limitCoordinates(Merge& merge, const LevelLimit& limit, const Scope& outer, Body& out);
  void addHead(Merge& merge, Head head, const Scope& outer, Body& out);
  Stands findCoordinate(const Merge& merge, Body& inside);
  void placeHeads(Merge& merge, const Stands& stands, Body& inside);

  Locator& locator_;
  Workspaces& workspaces_;
};

/// Whether the loop intersects two fibers that list their coordinates.
bool intersectsTwo(const Merge& merge);

}  // namespace stardust::loops
