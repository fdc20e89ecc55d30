#include "driver/gpu.h"

#include <chrono>

#include "backend/cuda/cuda_text.h"
#include "driver/device_formats.h"
#include "driver/pipelines.h"
#include "driver/places.h"

namespace stardust::driver {

machine::Processor gpuThresholds() {
  machine::Processor gpu;
  gpu.threads.grain = 32;
  gpu.threads.addedUp = 8;
  gpu.threads.partsForEach = 1;
  gpu.workspace.small = 1 << 10;
  gpu.workspace.mostDense = 1 << 12;
  gpu.intersection.smallTable = 0;
  gpu.intersection.mostTable = 0;
  gpu.intersection.mostRow = 0;
  return gpu;
}

GpuCompiled compileForGpu(const Scheduled& scheduled, const std::string& name, const PassWatch& watch,
                          const loops::LoweringOptions& options, bool selfContained) {
  GpuCompiled compiled;
  const GpuPipeline way;
  const auto print = [&](CpuCompiled& c, const Stopwatch& timed) {
    const auto runtime = selfContained ? cpu::Runtime::Inlined : cpu::Runtime::Included;
    const cuda::PrintedCuda printed = timed("print", [&] { return cuda::printedCuda(c.function, runtime); });
    compiled.grids = printed.grids;
    compiled.serialKernels = printed.serialKernels;
    c.text = printed.text();
  };
  compiled.loops = compileLoops(scheduled, name, watch, {way.scheduled, way.lowered, {}, passes::forGpu(options), print});
  return compiled;
}

GpuCompiled compileForGpu(const Problem& problem, const loops::LoweringOptions& options) {
  const Scheduled scheduled = withPlaceOf(problem.assignment, problem.commands, [&] {
    return Scheduled(problem.assignment, problem.commands, GpuPipeline().begin, sumsFor(problem.commands), {});
  });
  return compileForGpu(scheduled, problem.name, {}, options);
}

EmulatedRun runEmulated(const Problem& problem, const GpuCompiled& compiled, const CpuSettings& settings,
                        const cuda::Emulation& emulation, const Hooks& hooks) {
  beginPhase(hooks.progress, {"compiling the emulated CUDA"});
  const cpu::Toolchain toolchain = toolchainOf(settings, hooks);
  const cuda::EmulatedKernel kernel(compiled.loops.function, toolchain);
  EmulatedRun run;
  run.timing.compiler = toolchain.compiler.command[0];
  run.timing.compileSeconds = kernel.compileSeconds();
  run.timing.cacheRefusal = kernel.uncachedReason();
  const notation::TensorVar& result = compiled.loops.assignment.lhs.tensor;
  std::map<std::string, const Storage*> operands;
  for (const auto& [name, storage] : problem.operands) operands.emplace(name, &storage);
  cpu::Call call(kernel.function(), operands, {{result.name, {result.dims, result.format, result.type}}});
  beginPhase(hooks.progress, {"running on the emulated GPU"});
  const auto start = std::chrono::steady_clock::now();
  withPlaceOf(problem.assignment, problem.commands, [&] { kernel.run(call, emulation); });
  run.timing.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  run.result = call.result(result.name);
  return run;
}

}  // namespace stardust::driver
