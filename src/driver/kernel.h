// A kernel for this computer as a value: compiled once, run on any data of its formats and types.
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

/// What a kernel computed, in the format that the user asked for. A run into it uses its memory again.
class KernelResult {
 public:
  /// Valid until the next run. There must have been one.
  StorageView view() const { return converted_ ? viewOf(*converted_) : memory_->view(); }

 private:
  friend class Kernel;
  std::optional<cpu::Result> memory_;
  std::optional<Storage> converted_;  ///< in place of `memory_`, where the loops assemble another format
};

/// Immutable: runs may go on in several threads at once, each with a result of its own.
class Kernel {
 public:
  using Extents = std::map<notation::IndexVar, notation::Extent>;

  /// Extents and data of the problem are left aside. `extents` are those that every run has; `settings.runs` means
  /// nothing here. With `strict`, an operand or result that each run would have to convert is refused. Throws as
  /// forCpu, compileForCpu and cpu::Kernel.
  Kernel(Problem problem, const CpuSettings& settings, bool strict = false, Extents extents = {});

  /// As the user wrote it, without extents.
  const notation::Assignment& assignment() const { return assignment_; }
  /// In order of first appearance, each once.
  const std::vector<notation::TensorVar>& operands() const { return operands_; }
  const CpuCompiled& compiled() const { return compiled_; }
  /// What argument `n` stands for: the result (0), or one of the operands.
  const notation::TensorVar& parameter(std::size_t n) const {
    return n == 0 ? assignment_.lhs.tensor : operands_.at(n - 1);
  }
  double compileSeconds() const { return kernel_.compileSeconds(); }

  /// Throws Error (user) unless a tensor of this format and type can be the argument for `parameter`, the result or one
  /// of operands().
  void requireFits(const notation::TensorVar& parameter, const Format& format, ValueType type) const;
  /// The extents of the result that the operands give; `dims` says them, too, or is empty. Throws Error (user):
  /// operands that do not fit, extents that disagree or are not known. O(levels of all arguments).
  std::vector<std::int64_t> requireFit(const std::vector<StorageView>& operands,
                                       const std::vector<std::int64_t>& dims = {}) const;

  /// On operands that fit; `dims` as requireFit gives them. No operand may be a view into `result`. Throws as
  /// cpu::Kernel. Takes the kernel's own time, O(levels of all arguments), and conversions.
  void run(const std::vector<StorageView>& operands, const std::vector<std::int64_t>& dims, KernelResult& result) const;

 private:
  notation::Assignment assignment_;
  std::vector<notation::TensorVar> operands_;
  Extents extents_;
  int threads_;
  Ready ready_;  ///< with the conversions that each run makes
  CpuCompiled compiled_;
  cpu::Kernel kernel_;
};

}  // namespace stardust::driver
