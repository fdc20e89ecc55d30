// A compiled kernel with its operands, which can run several times.
#pragma once

#include <map>
#include <string>

#include "backend/cpu/kernel.h"
#include "driver/cpu.h"

namespace stardust::driver {

/// The arguments of a function for a problem that computes `result`. `more`: its other results. The problem must
/// outlive it.
cpu::Call callOf(const Problem& problem, const loops::Function& function, const notation::TensorVar& result,
                 std::map<std::string, cpu::ResultShape> more = {});

class LoadedKernel {
 public:
  /// A function for the problem that computes `result`. `more`: its other results. The problem must outlive it. Throws
  /// as cpu::Kernel.
  LoadedKernel(const Problem& problem, const loops::Function& function, const cpu::Toolchain& toolchain,
               const notation::TensorVar& result, std::map<std::string, cpu::ResultShape> more = {});

  const cpu::Kernel& kernel() const { return kernel_; }
  /// Returns the seconds that the run took. Later runs reuse the memory of the results. Throws as cpu::Kernel::run,
  /// with the place in the user's text.
  double run(int threads);
  Storage result(const std::string& tensor) const { return call_.result(tensor); }

 private:
  const Problem& problem_;
  const cpu::Kernel kernel_;
  cpu::Call call_;
};

}  // namespace stardust::driver
