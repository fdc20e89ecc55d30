// Reads and writes of one memory in one body.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// A unit reads its memories before it computes, and its lanes at the same time. So a body of primitives that reads
/// what it wrote before becomes stages, with a loop of one iteration around the writes; and one whose lanes may meet at
/// a word gets a single lane.
Program withOrderedAccesses(Program program);

}  // namespace stardust::spatial
