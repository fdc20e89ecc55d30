#include "passes/cpu_loops.h"

#include "backend/cpu/passes/fiber_unions.h"

namespace stardust::passes {

const Pipeline& toCpuLoops() {
  static const Pipeline pipeline = {"lower-to-loops", "fiber-unions", "prefetch-rows",         "register-tiles",
                                    "dead-fills",     "dot-products", "scattered-dots",        "segmented-dots",
                                    "segmented-sums", "word-sums",    "multiple-accumulators", "unroll-and-jam",
                                    "group-stores"};
  return pipeline;
}

loops::LoweringOptions forCpu(loops::LoweringOptions options) {
  options.unitesWithoutBranches = loops::hasFiberUnions;
  return options;
}

loops::Function cpuLoops(const cin::Stmt& stmt, const std::string& name, const loops::LoweringOptions& options) {
  Settings settings;
  settings.function = name;
  settings.loops = forCpu(options);
  loops::Function function = std::get<loops::Function>(run(toCpuLoops(), stmt, settings));
  loops::verify(function);
  return function;
}

}  // namespace stardust::passes
