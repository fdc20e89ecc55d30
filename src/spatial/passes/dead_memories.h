// Elimination of dead memories in staged programs: a Reg, an SRAM or a FIFO that is never read.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Removes these memories, their writes, and the loops that become empty. Dequeues stay.
Program withoutDeadMemories(Program program);

/// The declarations of a program's FIFOs that are missing in the result of a pass.
Body removedFifos(const Program& program, const Program& without);

}  // namespace stardust::spatial
