// One operation on the lanes of a vector.
#pragma once

#include "sim/capstan/loop_unit.h"

namespace stardust::sim {

/// Returns false on an integer division by zero; with `isSpeculative` such a division gives 0 instead.
bool perform(const capstan::Operation& op, Vector* registers, std::size_t lanes, bool isSpeculative);

}  // namespace stardust::sim
