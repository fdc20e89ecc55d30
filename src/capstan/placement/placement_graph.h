// Input of the placer: the units of a mapping and the routes between them; internal to the room.
#pragma once

#include "capstan/machine/machine.h"
#include "capstan/placement/placement.h"

namespace stardust::capstan {

struct Neighbour {
  Id unit;
  std::int64_t weight;
};

struct PlacementGraph {
  std::vector<PlacedUnit> units;             ///< without cells
  std::vector<std::vector<Id>> chains;       ///< as in Placement
  std::vector<std::vector<Neighbour>> ways;  ///< indexed by unit, in both directions; a pair may occur several times
};

/// O(contexts + channels × readers + units).
PlacementGraph placementGraph(const Mapping& mapping, const Machine& machine);

}  // namespace stardust::capstan
