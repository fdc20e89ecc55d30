// Arguments of kernels as C programs hold them: arrays of theirs, or a result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driver/kernel.h"
#include "stardust/stardust_c.h"

struct stardust_argument {
  /// An operand on the caller's arrays, which are checked in full. Throws Error (user).
  explicit stardust_argument(const stardust_arrays& arrays);
  /// A result before its first run.
  stardust_argument() = default;

  bool isResult() const { return !wrapped_; }
  /// Throws Error (user) if a result has no arrays: not yet, or not any more. `what` is how to call it in the message.
  stardust::StorageView view(const std::string& what) const;
  stardust_arrays arrays() const;

  /// The memory for a run to use; the result holds nothing until it is taken back.
  stardust::driver::KernelResult giveMemory();
  void takeBack(stardust::driver::KernelResult memory);
  /// Instead: a run has failed for this reason.
  void noteFailure(std::string reason) { failure_ = std::move(reason); }

 private:
  void describe(const stardust::StorageView& view);

  std::optional<stardust::StorageView> wrapped_;
  std::optional<stardust::driver::KernelResult> result_;
  bool isGiven_ = false;  ///< a run has, or had, the memory
  std::string failure_;   ///< of that run, as far as it said one
  std::string format_;    // this and the next two stand behind arrays()
  std::vector<std::int64_t> dims_;
  std::vector<stardust_level_arrays> levels_;
};
