// Limits on the copies of a loop's body.
#pragma once

#include <cstdint>
#include <optional>

#include "capstan/machine/machine.h"
#include "spatial/nodes.h"

namespace stardust::capstan {

/// Limits on the copies of a loop and on the units of a program.
inline constexpr std::int64_t maxUnits = 65536;

/// Why a loop over controllers cannot have this number of copies; none if it can. The copies of a Reduce meet in the
/// lanes of one unit.
std::optional<Diagnostic> refusedCopies(std::int64_t copies, bool reduces, const Machine& machine,
                                        const Location& where);

/// The same for all loops of a program; returns the first refusal. O(statements).
std::optional<Diagnostic> refusedCopies(const spatial::Program& program, const Machine& machine);

}  // namespace stardust::capstan
