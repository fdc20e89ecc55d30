// A pass over what Accel became: nobody sees what is written to a Reg, an SRAM or a FIFO that is never read.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// The program without such memories, what is written to them, and the loops that do nothing else. What takes elements
/// of FIFOs stays.
Program withoutUnread(Program program);

/// The statements that declare the FIFOs of a program that another, what became of it, has no longer.
Body fifosLeftOut(const Program& program, const Program& without);

}  // namespace stardust::spatial
