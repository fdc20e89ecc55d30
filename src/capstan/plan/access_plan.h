// The path of one access to its values, level by level.
#pragma once

#include <vector>

#include "capstan/plan/memories.h"

namespace stardust::placement {

/// Plans where and how each level's position becomes known.
std::vector<LevelPlan> planLevels(const Context& context, const notation::Access& access);
AccessPlan planOperand(const Context& context, const cin::Use& use);

}  // namespace stardust::placement
