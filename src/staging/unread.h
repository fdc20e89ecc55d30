// A pass over what Accel became: nobody sees what is written to a Reg, an SRAM or a FIFO that is never read; internal
// to the room.
#pragma once

#include "spatial/nodes.h"

namespace stardust::staging {

/// The program without such memories, what is written to them, and the loops that do nothing else. What takes elements
/// of FIFOs stays.
spatial::Program withoutDeadCode(const spatial::Program& program);

/// The statements that declare the FIFOs of a program that another, what became of it, has no longer.
spatial::Body fifosLeftOut(const spatial::Program& program, const spatial::Program& without);

}  // namespace stardust::staging
