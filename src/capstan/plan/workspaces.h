// Workspaces with indices: their format and memory.
#pragma once

#include <vector>

#include "capstan/plan/memories.h"

namespace stardust::placement {

/// Makes workspaces without a given format sparse if the measured operands fill few of their coordinates: to visit the
/// terms twice then costs less than to clear and visit every coordinate. Other workspaces stay the same. Linear in the
/// statement.
cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt, const LoopTree& tree, const Facts& facts);

/// Plans a computed workspace with indices; `uses` are all its uses.
AccessPlan planWorkspace(const Context& context, const cin::Stmt& stmt, const std::vector<cin::Use>& uses);

}  // namespace stardust::placement
