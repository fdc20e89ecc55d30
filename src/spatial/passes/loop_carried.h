// Regs that keep a value from one iteration of a loop to the next.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// The mapper passes the value of a Reg from the place that sets it to those that read it, which takes one place for
/// each value. A Reg that is set otherwise becomes an SRAM of one word, whose uses are kept in the order of the
/// program (ordered.h).
Program withCarriedRegs(Program program);

}  // namespace stardust::spatial
