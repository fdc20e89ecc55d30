// How many copies of a loop's body the mapper takes.
#pragma once

#include <cstdint>
#include <optional>

#include "capstan/machine/machine.h"
#include "spatial/nodes.h"

namespace stardust::capstan {

/// The most copies of a loop, and the most units of a program.
inline constexpr std::int64_t maxUnits = 65536;

/// Why a loop whose body has controllers cannot have so many copies; nothing: it can. The copies of a Reduce meet in
/// the lanes of one unit.
std::optional<Diagnostic> refusedCopies(std::int64_t copies, bool reduces, const Machine& machine,
                                        const Location& where);

/// The same of all loops of a program: the first that is refused. O(statements).
std::optional<Diagnostic> refusedCopies(const spatial::Program& program, const Machine& machine);

}  // namespace stardust::capstan
