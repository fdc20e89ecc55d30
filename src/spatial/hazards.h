// Pipeline hazards: memories that several stages of a pipelined loop write.
#pragma once

#include <map>

#include "spatial/nodes.h"

namespace stardust::spatial {

struct Hazard {
  Location where;         ///< the write
  bool isInLoop = false;  ///< the memory is declared in the body of the loop
  bool combines = false;  ///< all accesses in the loop are unordered RMWs of one operation, or writes of one literal
};

/// For each memory declaration, the first write by a stage of a loop over controllers to a memory that an earlier stage
/// of the loop reads or writes. While the later stage is in one iteration, the earlier one is in a later iteration. The
/// program is correct if each iteration has its own words, or if the updates commute; the Spatial compiler requires an
/// annotation (Memory::buffering). Cost: size of the program times loop depth.
std::map<const StmtNode*, Hazard> bufferHazards(const Body& accel);

}  // namespace stardust::spatial
