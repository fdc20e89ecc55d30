// SRAMs that several bodies write where no choice of banks keeps them apart.
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

/// Writes to SRAMs declared outside a loop that is copied, at an index that changes inside its body, where the copies
/// do not run in step: a loop inside has bounds that differ from copy to copy, or is a scan. Spatial's compiler chooses
/// banks before the run and finds none. Linear in the size of the program times the depth of its loops.
std::vector<SharedWrite> writesOutOfStep(const Body& accel, const Constants& constants);

}  // namespace stardust::spatial
