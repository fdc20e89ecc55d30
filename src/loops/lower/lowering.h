// The walk over a statement. Everything is emitted in one pass, top-down: an access is located, level by level, in the
// outermost body where the position of the level is known, so that what does not change in a loop is computed before
// it.
#pragma once

#include <string>

#include "loops/lower/assign.h"
#include "loops/lower/loops.h"
#include "loops/lower/where.h"

namespace stardust::loops {

/// Lowers one statement, once.
class Lowering : public Part, private Walker {
 public:
  explicit Lowering(Context& context)
      : Part(context),
        result_(context),
        workspaces_(context),
        locator_(context, workspaces_),
        values_(context, workspaces_),
        assignments_(context, result_, workspaces_, locator_, values_),
        wheres_(context, *this, result_, workspaces_, locator_),
        loops_(context, *this, result_, workspaces_, locator_, values_) {}
  Function run(const std::string& name);

 private:
  void lower(const cin::Stmt& stmt, Scope& scope, Body& out) override;

  Result result_;
  Workspaces workspaces_;
  Locator locator_;
  Values values_;
  Assignments assignments_;
  Wheres wheres_;
  Loops loops_;
};

}  // namespace stardust::loops
