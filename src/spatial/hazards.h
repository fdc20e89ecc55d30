// Memories that several stages of a pipelined loop write.
#pragma once

#include <map>

#include "spatial/nodes.h"

namespace stardust::spatial {

struct Hazard {
  Location where;         ///< the write
  bool isInLoop = false;  ///< the memory is declared in the body of that loop
  bool combines =
      false;  ///< all that the loop does with it are unordered RMWs of one operation, or writes of one literal
};

/// By declaration: the first write by a stage of a loop with controllers to a memory that an earlier stage of that loop
/// reads or writes. While this stage is in one iteration, the earlier one is in a later iteration. Where each iteration
/// has words of its own, or where they combine in any order, both are right; the Spatial compiler wants to be told
/// (Memory::buffering). Linear in the size of the program times the depth of its loops.
std::map<const StmtNode*, Hazard> bufferHazards(const Body& accel);

}  // namespace stardust::spatial
