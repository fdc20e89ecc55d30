// From a scheduled statement to loops for the GPU backend.
#pragma once

#include "passes/pass.h"

namespace stardust::passes {

/// lower-to-loops, followed by the passes that spread loops over a GPU.
const Pipeline& toGpuLoops();
/// Options of lower-to-loops for functions to which these passes apply.
loops::LoweringOptions forGpu(loops::LoweringOptions options);

}  // namespace stardust::passes
