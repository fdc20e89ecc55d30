// Repeats, holds, drops and locators: the coordinates and references of fibers.
#pragma once

#include <memory>

#include "sim/sam/units.h"

namespace stardust::sim_sam {

std::unique_ptr<Unit> repeatUnit();
std::unique_ptr<Unit> holdUnit();
std::unique_ptr<Unit> dropUnit(const Context& context);
std::unique_ptr<Unit> maskUnit();
std::unique_ptr<Unit> locateUnit(const sam::Block& block, const Context& context);

}  // namespace stardust::sim_sam
