// Read-after-write dependences within one body.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// A unit reads its memories before it computes, and all its lanes at the same time. A leaf body that reads what it
/// wrote before is therefore split into stages, with the writes in loops of one iteration. A body whose lanes may
/// access the same word gets a single lane.
Program withOrderedAccesses(Program program);

}  // namespace stardust::spatial
