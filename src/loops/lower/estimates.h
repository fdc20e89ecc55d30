// Symbolic size estimates of workspaces: runs the producer's loops without the innermost ones, and adds up the lengths
// of the fibers that these would traverse. The result is an upper bound of the number of insertions.
#pragma once

#include "loops/lower/merging.h"
#include "loops/lower/tables.h"

namespace stardust::loops {

/// Traverses the same coordinates as the producer, without computing values.
class Estimates : public Part {
 public:
  Estimates(Context& context, Merging& merging, Locator& locator, Tables& tables)
      : Part(context), merging_(merging), locator_(locator), tables_(tables) {}

  /// Emits an array: prefix sums of the insertions in the first x iterations of an outermost loop.
  std::string before(const cin::Forall& loop, const std::string& workspace, Body& out);

 private:
  struct Sum {
    std::string workspace, var;  ///< the workspace, and the variable that accumulates its insertions
  };
  void estimate(const cin::Stmt& stmt, const Sum& sum, Scope& scope, Body& out);
  void estimateLoop(const cin::Forall& loop, const Sum& sum, const Scope& outer, Body& out);
  Body traversed(const cin::Forall& loop, const Sum& sum, const Scope& outer);
  Body traversed(Merge& merge, const Sum& sum, const Scope& outer);
  void estimateWhere(const cin::Where& s, const Sum& sum, Scope& scope, Body& out);
  Emit inside(const cin::Stmt& body, const Sum& sum);

  Merging& merging_;
  Locator& locator_;
  Tables& tables_;
};

}  // namespace stardust::loops
