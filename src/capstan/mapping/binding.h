// Assignment of contexts to kinds of units.
#pragma once

#include <cstdint>
#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"

namespace stardust::capstan {

enum class UnitKind : std::uint8_t { Pcu, Pmu, Mc, Control };

/// The kind, Pcu or Pmu, of the compute units of each context (`computeUnitsOf`). Floats, scanners, bit-vector builders
/// and mergers need PCUs. Either kind computes integers, because a PMU's stages are integer stages. An integer context
/// goes to the kind that fewer constrained units need (PCUs for those above, PMUs for memories), to PMUs if the numbers
/// are equal, and to the other kind when the first is used up. The original does the same ([C] pir
/// PointToPointPlaceAndRoute: the unit that the fewest others could use). Linear in the contexts.
std::vector<UnitKind> bind(const Mapping& mapping, const Machine& machine);

}  // namespace stardust::capstan
