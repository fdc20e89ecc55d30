// One operation on the lanes of a vector.
#pragma once

#include "sim/loop_unit.h"

namespace stardust::sim {

/// False: an integer division by zero.
bool perform(const capstan::Operation& op, Vector* registers, std::size_t lanes);

}  // namespace stardust::sim
