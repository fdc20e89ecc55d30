#include "passes/gpu_loops.h"

namespace stardust::passes {

const Pipeline& toGpuLoops() {
  static const Pipeline pipeline = {"lower-to-loops", "gpu-idioms", "gpu-scatters",
                                    "gpu-grids",      "gpu-lanes",  "dead-code"};
  return pipeline;
}

loops::LoweringOptions forGpu(loops::LoweringOptions options) {
  options.unitesWithoutBranches = {};
  options.manyThreads = true;
  return options;
}

}  // namespace stardust::passes
