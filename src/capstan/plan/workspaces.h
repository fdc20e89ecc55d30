// Workspaces with indices: how they are stored, and where.
#pragma once

#include <vector>

#include "capstan/plan/memories.h"

namespace stardust::placement {

/// Workspaces of which nobody said how they are stored become sparse where one filling stores little, by the measured
/// operands: visiting the terms twice then costs less than clearing and visiting every coordinate. Others stay as they
/// are. Linear in the statement.
cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt, const LoopTree& tree, const Facts& facts);

/// A workspace with indices that is computed; `uses` are all uses of it.
AccessPlan planWorkspace(const Context& context, const cin::Stmt& stmt, const std::vector<cin::Use>& uses);

}  // namespace stardust::placement
