// Further runs of a kernel, for arguments with the formats and types of an earlier run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "driver/kernel_program.h"

namespace stardust::driver {

/// A run without searches by name, plans and conversions: it compares extents and starts the program. The kernel must
/// outlive it. Several threads may run it concurrently, each with a result of its own.
class ReadyCall {
 public:
  /// Operands in the order of Kernel::operands(), with the formats (their widths included) and types of the operands
  /// for which it was made. Returns false without an effect if their extents do not agree, or need other widths: then
  /// Kernel::requireFit and Kernel::run do what there is to do. Throws as Kernel::run. Cost: the kernel's own time, and
  /// O(levels of all arguments).
  bool run(std::span<const StorageView* const> operands, KernelResult& result) const;

 private:
  friend class Kernel;
  struct Mode {
    std::size_t operand, mode;
  };
  struct Equal {
    Mode one, other;
  };
  struct Fixed {
    Mode mode;
    std::int64_t extent;
  };
  /// An extent of the result: that of a mode of an operand, or a number.
  struct Extent {
    std::optional<Mode> mode;
    std::int64_t number = 0;
  };

  const cpu::Kernel* kernel_ = nullptr;
  int threads_ = 1;
  std::vector<std::optional<std::size_t>> order_;  ///< of the arguments of the function: the operand, or the result
  std::vector<Equal> equal_;
  std::vector<Fixed> fixed_;
  std::vector<Extent> extents_;
  Format assembled_, declared_;
  ValueType type_ = ValueType::Float32;
};

}  // namespace stardust::driver
