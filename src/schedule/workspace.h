// Workspaces that the schedule makes.
#pragma once

#include <string>
#include <vector>

#include "cin/nodes.h"

namespace stardust::schedule {

/// An on-chip workspace W(vars) for `expr`: dense, but a copy of one tensor keeps the level formats of the modes it
/// copies.
notation::TensorVar workspaceFor(const cin::Stmt& stmt, const notation::Expr& expr,
                                 const std::vector<notation::IndexVar>& vars, const std::string& name);

}  // namespace stardust::schedule
