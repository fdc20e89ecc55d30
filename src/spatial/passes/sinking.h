// Passes over what Accel became: the body that declares an SRAM.
//
// In Spatial an SRAM keeps its words from one iteration to the next wherever it is declared, and hardware gives it as
// many buffers as the stages of the innermost loop around its uses need. In the Spatial IR it is new in each iteration
// of the body that declares it, and has buffers only there. So where it is declared decides what is computed, and how
// much overlaps.
#pragma once

#include <optional>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// The program in which each SRAM keeps its words, as far as there is one of it: up to the next loop with copies. None
/// if it is the same program, but for SRAMs that each iteration fills before it reads them.
std::optional<Program> withLastingWords(const Program& program);
/// The program in which each SRAM that all iterations of the loops around its uses seem to fill first is declared in
/// these loops, one for each. None if there is no such SRAM. It may compute something else: the iterations may not fill
/// all that they read.
std::optional<Program> withBriefWords(const Program& program);

}  // namespace stardust::spatial
