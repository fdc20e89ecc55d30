// A problem on a GPU: compiled to CUDA, and run on the device of this computer or on an emulated one.
#pragma once

#include <string>

#include "backend/cuda/device/gpu.h"
#include "backend/cuda/emulated.h"
#include "driver/cpu.h"

namespace stardust::driver {

/// The intermediate results of a compilation to CUDA.
struct GpuCompiled {
  CpuCompiled loops;      ///< its text is the CUDA
  int grids = 0;          ///< kernels whose iterations are spread over the device
  int serialKernels = 0;  ///< kernels of one thread
};

/// Thresholds of loops on a GPU.
machine::Processor gpuThresholds();

/// Compiles to a function called `name`. Dimensions may be unknown. Throws Error (user, unsupported).
GpuCompiled compileForGpu(const Scheduled& scheduled, const std::string& name, const PassWatch& watch = {},
                          const loops::LoweringOptions& options = {}, bool selfContained = false);
/// The same for a problem whose operands keep their formats.
GpuCompiled compileForGpu(const Problem& problem, const loops::LoweringOptions& options = {});

/// Measured on a GPU.
struct GpuTiming {
  cuda::GpuFacts gpu;
  std::string compiler;             ///< of the kernels
  double hostCompileSeconds = 0;    ///< of the host function; 0 if it was in the cache
  double deviceCompileSeconds = 0;  ///< of the kernels; 0 if they were in the cache
  std::string cacheRefusal;
  CpuTiming kernels;  ///< by the clock of the GPU, from the first kernel to the last
  CpuTiming whole;    ///< with copies to the GPU and back
};
struct GpuRun {
  GpuTiming timing;
  Storage result;
};
/// Compiles the CUDA for the GPU of this computer, and runs it as often as the settings say. Throws Error (user) if
/// there is no GPU, no CUDA compiler or not enough memory; otherwise as cuda::GpuKernel.
GpuRun runOnGpu(const Problem& problem, const GpuCompiled& compiled, const CpuSettings& settings,
                const Hooks& hooks = {});

struct EmulatedRun {
  CpuTiming timing;  ///< of the emulation; it says nothing about a GPU
  Storage result;
};
/// Compiles the CUDA with the host's compiler against an emulated device, and runs it once. Throws as runOnCpu, and
/// Error (internal) for a fault that the emulation finds.
EmulatedRun runEmulated(const Problem& problem, const GpuCompiled& compiled, const CpuSettings& settings,
                        const cuda::Emulation& emulation = {}, const Hooks& hooks = {});

}  // namespace stardust::driver
