// Workspaces created by the schedule.
#pragma once

#include <string>
#include <vector>

#include "cin/nodes.h"

namespace stardust::schedule {

/// An on-chip workspace W(vars) for `expr`: dense, except that a copy of one tensor keeps the level formats of the
/// copied modes.
notation::TensorVar workspaceFor(const cin::Stmt& stmt, const notation::Expr& expr,
                                 const std::vector<notation::IndexVar>& vars, const std::string& name);

}  // namespace stardust::schedule
