#include "driver/gpu.h"

#include <chrono>
#include <utility>

#include "backend/cuda/cuda_text.h"
#include "backend/cuda/device/gpu_kernel.h"
#include "driver/device_formats.h"
#include "driver/loaded_kernel.h"
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
  compiled.loops =
      compileLoops(scheduled, name, watch, {way.scheduled, way.lowered, {}, passes::forGpu(options), print});
  return compiled;
}

GpuCompiled compileForGpu(const Problem& problem, const loops::LoweringOptions& options) {
  const Scheduled scheduled = withPlaceOf(problem.assignment, problem.commands, [&] {
    return Scheduled(problem.assignment, problem.commands, GpuPipeline().begin, sumsFor(problem.commands), {});
  });
  return compileForGpu(scheduled, problem.name, {}, options);
}

GpuRun runOnGpu(const Problem& problem, const GpuCompiled& compiled, const CpuSettings& settings, const Hooks& hooks) {
  beginPhase(hooks.progress, {"compiling CUDA"});
  const auto gpu = std::make_shared<cuda::Gpu>();
  const auto compiler = cuda::findDeviceCompiler({.cancelled = hooks.cancelled});
  cuda::GpuKernel kernel(compiled.loops.function, toolchainOf(settings, hooks), *compiler, gpu);
  const notation::TensorVar& result = compiled.loops.assignment.lhs.tensor;
  GpuRun run;
  run.timing.gpu = gpu->facts();
  run.timing.compiler = compiler->name();
  run.timing.hostCompileSeconds = kernel.hostSeconds();
  run.timing.deviceCompileSeconds = kernel.deviceSeconds();
  run.timing.cacheRefusal = kernel.uncachedReason();
  cpu::Call call = callOf(problem, kernel.function(), result);
  const auto runOnce = [&] {
    const auto start = std::chrono::steady_clock::now();
    const double seconds = withPlaceOf(problem.assignment, problem.commands, [&] { return kernel.run(call); });
    return std::pair(seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  };
  beginPhase(hooks.progress, {"running on the GPU", settings.runs > 1 ? "runs" : ""});
  if (settings.runs > 1) runOnce();
  for (int n = 0; n < settings.runs && (n == 0 || !hooks.areCancelled()); ++n) {
    advancePhase(hooks.progress, static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(settings.runs));
    const auto [kernels, whole] = runOnce();
    run.timing.kernels.seconds.push_back(kernels);
    run.timing.whole.seconds.push_back(whole);
  }
  run.result = call.result(result.name);
  return run;
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
  cpu::Call call = callOf(problem, kernel.function(), result);
  beginPhase(hooks.progress, {"running on the emulated GPU"});
  const auto start = std::chrono::steady_clock::now();
  withPlaceOf(problem.assignment, problem.commands, [&] { kernel.run(call, emulation); });
  run.timing.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  run.result = call.result(result.name);
  return run;
}

}  // namespace stardust::driver
