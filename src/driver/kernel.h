// A kernel for the CPU as a value: compiled once, run on any data of its formats and types.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "backend/cpu/kernel.h"
#include "driver/cpu.h"
#include "driver/device_formats.h"
#include "notation/parse.h"

namespace stardust::driver {

/// The result of a kernel, in the user's format. A further run into it reuses its memory.
class KernelResult {
 public:
  /// Valid until the next run. Precondition: there was a run.
  StorageView view() const { return converted_ ? viewOf(*converted_) : memory_->view(); }

 private:
  friend class Kernel;
  std::optional<cpu::Result> memory_;
  std::optional<Storage> converted_;  ///< replaces `memory_` if the loops assemble another format
};

/// Immutable: several threads may run it concurrently, each with a result of its own.
class Kernel {
 public:
  using Extents = std::map<notation::IndexVar, notation::Extent>;

  /// Ignores extents and data of the problem. `extents` are those of every run; `settings.runs` is ignored. With
  /// `strict`, an operand or result that each run would convert is refused. Throws as forCpu, compileForCpu and
  /// cpu::Kernel.
  Kernel(Problem problem, const CpuSettings& settings, bool strict = false, Extents extents = {});

  /// As the user wrote it, without extents.
  const notation::Assignment& assignment() const { return assignment_; }
  /// In order of first appearance, each once.
  const std::vector<notation::TensorVar>& operands() const { return operands_; }
  const CpuCompiled& compiled() const { return compiled_; }
  /// The tensor of argument `n`: the result (0), or an operand.
  const notation::TensorVar& parameter(std::size_t n) const {
    return n == 0 ? assignment_.lhs.tensor : operands_.at(n - 1);
  }
  double compileSeconds() const { return kernel_.compileSeconds(); }

  /// Throws Error (user) unless a tensor of this format and type can be passed for `parameter`, the result or one of
  /// operands().
  void requireFits(const notation::TensorVar& parameter, const Format& format, ValueType type) const;
  /// The extents of the result, derived from the operands; `dims` must agree with them, or be empty. Throws Error
  /// (user) for operands that do not match, and for conflicting or unknown extents. O(levels of all arguments).
  std::vector<std::int64_t> requireFit(const std::vector<StorageView>& operands,
                                       const std::vector<std::int64_t>& dims = {}) const;

  /// Runs on matching operands; `dims` as returned by requireFit. No operand may be a view into `result`. Throws as
  /// cpu::Kernel. Cost: the kernel's own time, O(levels of all arguments), and conversions.
  void run(const std::vector<StorageView>& operands, const std::vector<std::int64_t>& dims, KernelResult& result) const;

 private:
  notation::Assignment assignment_;
  std::vector<notation::TensorVar> operands_;
  Extents extents_;
  int threads_;
  Ready ready_;  ///< includes the conversions of each run
  CpuCompiled compiled_;
  cpu::Kernel kernel_;
};

}  // namespace stardust::driver
