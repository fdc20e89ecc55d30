// Arguments of kernels in the C API: views of the caller's arrays, or results.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driver/kernel.h"
#include "stardust/stardust_c.h"

struct stardust_argument {
  /// An operand on the caller's arrays, which are fully checked. Throws Error (user).
  explicit stardust_argument(const stardust_arrays& arrays);
  /// A result before its first run.
  stardust_argument() = default;

  bool isResult() const { return !wrapped_; }
  /// Throws Error (user) for a result without arrays: before its first run, or after a failed one. `what` names it in
  /// the message.
  stardust::StorageView view(const std::string& what) const;
  stardust_arrays arrays() const;

  /// Lives as long as the argument has these coordinates.
  std::shared_ptr<const void> pattern() const { return pattern_; }

  /// Moves the memory into a run; the result is empty until the run returns it.
  stardust::driver::KernelResult giveMemory();
  void takeBack(stardust::driver::KernelResult memory);
  /// Records the failure of a run in place of the memory.
  void noteFailure(std::string reason) { failure_ = std::move(reason); }

 private:
  void describe(const stardust::StorageView& view);
  struct Pattern {};

  std::optional<stardust::StorageView> wrapped_;
  std::shared_ptr<const Pattern> pattern_ = std::make_shared<const Pattern>();
  std::optional<stardust::driver::KernelResult> result_;
  bool isGiven_ = false;  ///< a run holds the memory, or lost it
  std::string failure_;   ///< its failure message, if any
  std::string format_;    // storage behind the pointers of arrays(), with the next two
  std::vector<std::int64_t> dims_;
  std::vector<stardust_level_arrays> levels_;
};
