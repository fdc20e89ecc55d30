// Placement of SRAM declarations in staged programs.
//
// In Spatial an SRAM keeps its words between iterations wherever it is declared, and hardware gives it as many buffers
// as the stages of the innermost loop around its uses need. In the Spatial IR each iteration of the declaring body has
// a new SRAM, and only there the SRAM has buffers. The place of the declaration therefore determines both the result
// and the overlap of stages.
#pragma once

#include <optional>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// The program whose SRAMs keep their words: declarations are hoisted up to the next loop with copies. None if this
/// changes nothing, except for SRAMs that each iteration fills before it reads them.
std::optional<Program> withHoistedMemories(const Program& program);
/// The program in which each SRAM that all iterations of the loops around its uses seem to fill first is declared in
/// each of these loops. None if there is no such SRAM. The result may differ, because the iterations may not fill all
/// words that they read.
std::optional<Program> withSunkMemories(const Program& program);

}  // namespace stardust::spatial
