// Readable programs: a value that is used once, in the body that computes it, needs no name.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Replaces the only use of a `val` that is read from a memory or a FIFO (in the same body, after it) by what it reads.
/// Names stay in a body with controllers, since a read there is a stage of its own; and where the order counts, because
/// the body writes the memory or takes from the FIFO again. Linear in the size of the program.
Program withInlinedValues(Program program);

}  // namespace stardust::spatial
