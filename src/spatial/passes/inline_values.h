// Inlining of single-use values, for readable programs.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Replaces the only use of a `val` that reads a memory or FIFO (in the same body, after it) by the read. Names stay in
/// a body with controllers, because a read there is a stage of its own. They also stay if order matters: the body
/// writes the memory, or dequeues again. Linear in the size of the program.
Program withInlinedValues(Program program);

}  // namespace stardust::spatial
