// One operation on the lanes of a vector.
#pragma once

#include "sim/capstan/loop_unit.h"

namespace stardust::sim {

/// False: an integer division by zero; with `isSpeculative` it gives 0 instead.
bool perform(const capstan::Operation& op, Vector* registers, std::size_t lanes, bool isSpeculative);

}  // namespace stardust::sim
