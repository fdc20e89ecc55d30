// Assignments to the result and to workspaces.
#pragma once

#include "loops/lower/boundary_rows.h"
#include "loops/lower/result.h"
#include "loops/lower/values.h"

namespace stardust::loops {

class Assignments : public Part {
 public:
  Assignments(Context& context, Result& result, Workspaces& workspaces, Locator& locator, Values& values)
      : Part(context), boundaryRows_(context, locator), result_(result), workspaces_(workspaces), values_(values) {}

  void lower(const cin::Assign& s, const Scope& scope, Body& out);

 private:
  void assign(const cin::Assign& s, const notation::Expr& rhs, const Scope& scope, Body& out);
  Expr forWholeRuns(const cin::Assign& s, Expr value, const Scope& scope) const;
  void toResult(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);

  BoundaryRows boundaryRows_;
  Result& result_;
  Workspaces& workspaces_;
  Values& values_;
};

}  // namespace stardust::loops
