// Computations and reductions.
#pragma once

#include <memory>

#include "sim/sam/units.h"

namespace stardust::sim_sam {

std::unique_ptr<Unit> computeUnit(const sam::Block& block, const Context& context);
std::unique_ptr<Unit> reduceUnit(const sam::Block& block, const Context& context);

}  // namespace stardust::sim_sam
