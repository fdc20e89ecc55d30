// How one access reaches its values: level by level.
#pragma once

#include <vector>

#include "capstan/plan/memories.h"

namespace stardust::placement {

/// Where each level's position becomes known, and how.
std::vector<LevelPlan> planLevels(const Context& context, const notation::Access& access);
AccessPlan planOperand(const Context& context, const cin::Use& use);

}  // namespace stardust::placement
