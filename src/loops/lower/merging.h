// Builds merges and their iterations.
#pragma once

#include <map>

#include "loops/lower/locate.h"
#include "loops/lower/merge.h"
#include "loops/lower/tables.h"

namespace stardust::loops {

class Merging : public Part {
 public:
  Merging(Context& context, Locator& locator, Workspaces& workspaces)
      : Part(context), locator_(locator), workspaces_(workspaces) {}

  /// The merge of a loop, including full levels that follow it without being in its set. Emits the loop-invariant code.
  Merge open(const cin::Forall& loop, const std::vector<iteration::LevelIterator>& followers, const Scope& outer,
             Body& out);
  /// The same merge; fibers that enclosing loops leave unchanged are probed in tables. None: there are no such fibers,
  /// or no others cover the set. `areWritten`: whether all of these tables are used.
  struct WithTables {
    Merge merge;
    Expr areWritten;
  };
  std::optional<WithTables> openWithTables(const cin::Forall& loop,
                                           const std::vector<iteration::LevelIterator>& followers, const Scope& outer,
                                           Tables& tables, Body& out);
  /// Emits one iteration: finds the coordinate and the levels that store it, executes the body, and advances the
  /// leaders. `visit` emits the body.
  void iterate(Merge& merge, const Scope& outer, const Emit& visit, Body& inside);
  /// The same for an intersection of two fibers (intersectsTwo), with branchless advances.
  void intersect(Merge& merge, const Scope& outer, const Emit& visit, Body& inside);
  /// The loop of a merge, from its iteration. An intersection of two fibers has two loops if nothing is merged inside
  /// of it: where one fiber is many times as long as the other, it skips coordinates in steps of doubled size.
  Body mergeLoop(const Merge& merge, const Expr& possible, Body inside);

 private:
  Body skippingOr(const Merge& merge, const Expr& possible, const Body& inside);
  using LeaderCoordinates =
      std::map<const Head*, Expr>;  // with several leaders: the coordinate of each, or the extent at its end
  Merge begin(const cin::Forall& loop, const Scope& outer, Body& out);
  void end(Merge& merge);
  void limitCoordinates(Merge& merge, const LevelLimit& limit, const Scope& outer, Body& out);
  void addHead(Merge& merge, Head head, const Scope& outer, Body& out);
  LeaderCoordinates findCoordinate(const Merge& merge, Body& inside);
  void placeHeads(Merge& merge, const LeaderCoordinates& stands, Body& inside);
  Body skipped(const Head& head, const Head& other);

  Locator& locator_;
  Workspaces& workspaces_;
};

/// Whether the loop intersects two coordinate lists.
bool intersectsTwo(const Merge& merge);

}  // namespace stardust::loops
