// An upper bound of what is put into a workspace, without computing it: the loops of its producer run without the
// innermost ones, and the lengths of the fibers that these would visit are added up.
#pragma once

#include "loops/lower/merging.h"

namespace stardust::loops {

/// A walk of its own over the statement that fills the workspace: it visits the same coordinates, and computes nothing.
class Estimates : public Part {
 public:
  Estimates(Context& context, Merging& merging, Locator& locator)
      : Part(context), merging_(merging), locator_(locator) {}

  /// An array: what the first x iterations of an outermost loop put into the workspace.
  std::string before(const cin::Forall& loop, const std::string& workspace, Body& out);

 private:
  struct Sum {
    std::string workspace, var;  ///< what is put into the workspace is added up in this variable
  };
  void estimate(const cin::Stmt& stmt, const Sum& sum, Scope& scope, Body& out);
  void estimateLoop(const cin::Forall& loop, const Sum& sum, const Scope& scope, Body& out);
  void estimateWhere(const cin::Where& s, const Sum& sum, Scope& scope, Body& out);
  Emit inside(const cin::Stmt& body, const Sum& sum);

  Merging& merging_;
  Locator& locator_;
};

}  // namespace stardust::loops
