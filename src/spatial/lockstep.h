// SRAM writes from several bodies that no choice of banks separates.
#pragma once

#include <string>
#include <vector>

#include "spatial/constants.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

struct SharedWrite {
  std::string memory;
  Location where;
  std::int64_t bodies;
};

/// Writes to SRAMs declared outside a copied loop, at an index that varies inside its body, if the copies do not run in
/// lockstep: an inner loop is a scan, or has bounds that differ between copies. Spatial's compiler selects banks before
/// the run, and finds none. Cost: size of the program times loop depth.
std::vector<SharedWrite> writesOutOfLockstep(const Body& accel, const Constants& constants);

}  // namespace stardust::spatial
