// CUDA text on the host: compiled by the host's compiler against an emulation of a GPU, and run.
#pragma once

#include <cstdint>

#include "backend/cpu/kernel.h"
#include "backend/cuda/cuda_text.h"

namespace stardust::cuda {

/// How the emulated device runs.
struct Emulation {
  std::int32_t threads = 64;  ///< the value of threads(): iterations of a grid that run at the same time
  std::uint64_t seed = 1;     ///< of the order of blocks and threads; 0: that of their numbers
};

class EmulatedKernel {
 public:
  /// `toolchain`: a C compiler that compiles C++, too. Throws like cpu::build.
  EmulatedKernel(const loops::Function& function, const cpu::Toolchain& toolchain);

  const loops::Function& function() const { return function_; }
  double compileSeconds() const { return built_.seconds; }
  const std::string& uncachedReason() const { return built_.uncachedReason; }

  /// Runs a call of the function. Throws as cpu::Kernel::run; (internal) with the fault, for an access outside of an
  /// array, or an element that threads share without an order.
  void run(cpu::Call& call, const Emulation& emulation = {}) const;

 private:
  loops::Function function_;
  cpu::Built built_;
};

}  // namespace stardust::cuda
