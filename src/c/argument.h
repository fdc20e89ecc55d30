// Arguments of kernels as C programs hold them: arrays of theirs, or a result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/kernel.h"
#include "stardust/stardust_c.h"

struct stardust_argument {
  /// An operand on the caller's arrays, which are checked in full. Throws Error (user).
  explicit stardust_argument(const stardust_arrays& arrays);
  /// A result before its first run.
  stardust_argument() = default;

  bool isResult() const { return !wrapped_; }
  /// Throws Error (user) if a result has no arrays yet.
  stardust::StorageView view() const;
  stardust_arrays arrays() const;

  /// The memory for a run to use; the result holds nothing until it is taken back.
  stardust::driver::KernelResult giveMemory();
  void takeBack(stardust::driver::KernelResult memory);

 private:
  void describe(const stardust::StorageView& view);

  std::optional<stardust::StorageView> wrapped_;
  std::optional<stardust::driver::KernelResult> result_;
  std::string format_;  // this and the next two stand behind arrays()
  std::vector<std::int64_t> dims_;
  std::vector<stardust_level_arrays> levels_;
};
