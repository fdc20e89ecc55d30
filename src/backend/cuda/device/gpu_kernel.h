// A function of loops on a GPU: its kernels as machine code, and its host function as a library.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "backend/cpu/kernel.h"
#include "backend/cuda/cuda_text.h"
#include "backend/cuda/device/device_compiler.h"
#include "backend/cuda/device/gpu.h"

namespace stardust::cuda {

class GpuKernel {
 public:
  /// `toolchain`: a C compiler that compiles C++, too, for the host function. Throws as cpu::build and deviceCode.
  GpuKernel(const loops::Function& function, const cpu::Toolchain& toolchain, const DeviceCompiler& compiler,
            std::shared_ptr<Gpu> gpu);

  const loops::Function& function() const { return function_; }
  double hostSeconds() const { return built_.seconds; }
  double deviceSeconds() const { return code_.seconds; }  ///< 0 if the code was in the cache
  const std::string& uncachedReason() const {
    return built_.uncachedReason.empty() ? code_.uncachedReason : built_.uncachedReason;
  }

  /// Copies the operands to the GPU, runs the kernels, and copies the result back. Returns the seconds from the start
  /// of the first kernel to the end of the last one, by the clock of the GPU. Throws Error (user) if its memory does
  /// not suffice, with sizes, and for a failure of the driver; otherwise as cpu::Kernel::run.
  double run(cpu::Call& call);

 private:
  struct Attempt;
  Attempt attempt(cpu::Call& call, std::uint64_t heapBytes);

  loops::Function function_;
  PrintedCuda printed_;
  cpu::Built built_;
  DeviceCode code_;
  GpuProgram program_;
  std::uint64_t heapBytes_ = std::uint64_t{16} << 20;  // grows until kernels have room
};

}  // namespace stardust::cuda
