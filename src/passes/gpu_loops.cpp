#include "passes/gpu_loops.h"

namespace stardust::passes {

const Pipeline& toGpuLoops() {
  static const Pipeline pipeline = {"lower-to-loops", "expand-idioms", "gpu-grids", "dead-code"};
  return pipeline;
}

loops::LoweringOptions forGpu(loops::LoweringOptions options) {
  options.unitesWithoutBranches = {};
  return options;
}

}  // namespace stardust::passes
