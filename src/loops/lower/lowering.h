// The traversal of a statement. Code is emitted in one pass, top-down. Each level of an access is located in the
// outermost body where its position is known, which hoists loop-invariant code.
#pragma once

#include <string>

#include "loops/lower/assign.h"
#include "loops/lower/forall.h"
#include "loops/lower/where.h"

namespace stardust::loops {

/// Lowers one statement; for a single use.
class Lowering : public Part, private StatementLowering {
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
  ForallLowering loops_;
};

}  // namespace stardust::loops
