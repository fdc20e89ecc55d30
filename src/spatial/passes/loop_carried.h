// Loop-carried dependences through Regs.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// The mapper passes the value of a Reg from its producer to its consumers, which requires one producer for each value.
/// Any other Reg becomes an SRAM of one word, whose accesses stay in program order (dependences.h).
Program withCarriedRegs(Program program);

}  // namespace stardust::spatial
