// Which kind of unit each context of a mapping sits on.
#pragma once

#include <cstdint>
#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"

namespace stardust::capstan {

enum class UnitKind : std::uint8_t { Pcu, Pmu, Mc, Control };

/// By context, Pcu or Pmu: what its compute units are (`computeUnitsOf`). Floats, scanners, builders of bit vectors and
/// mergers need PCUs. Whole numbers are computed on either kind, a PMU's stages being integer ones: such contexts go to
/// the kind that fewer units need which have no choice (PCUs for those above, PMUs for memories), to PMUs where these
/// are as many, and, when that kind is used up, to the other. So does the original ([C] pir PointToPointPlaceAndRoute:
/// the unit that the fewest others could use). Linear in the contexts.
std::vector<UnitKind> bind(const Mapping& mapping, const Machine& machine);

}  // namespace stardust::capstan
