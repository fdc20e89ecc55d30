// Compiled kernels, and their runs on tensors.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "driver/kernel_sequence.h"
#include "tensor.h"

namespace stardust::python {

struct CompileRequest {
  std::string text;                                                     ///< a kernel file
  std::map<std::string, std::pair<std::string, std::string>> operands;  ///< format and type of each, by name
  std::map<std::string, StorageView> likely;                            ///< operands to plan for
  std::string compiler;
  int threads = 0;
  bool interpreted = false;  ///< without a C compiler
  bool strict = false;
  bool vectorIsDense = false;
};

/// The memory of a result.
struct Held {
  driver::KernelResult result;
  std::size_t bytes = 0;  ///< of its arrays, as far as they are worth keeping
};

/// A kernel with its result's structure chosen. Thread-safe.
class Kernel {
 public:
  explicit Kernel(const CompileRequest& request);

  const driver::KernelSequence& sequence() const { return sequence_; }
  /// That of the last expression.
  const notation::TensorVar& result() const { return sequence_.results().at(result_); }
  /// Runs on operands in the order of sequence().operands(), and reuses the memory of `held`. Called without the GIL.
  /// Throws as KernelSequence::run.
  void run(std::span<const StorageView* const> operands, std::span<const std::shared_ptr<const void>> patterns,
           Held& held) const;
  /// Whether a result has been large, so that its memory is worth keeping.
  bool hasLargeResults() const { return hasLargeResults_.load(std::memory_order_relaxed); }
  void noteLargeResult() const { hasLargeResults_.store(true, std::memory_order_relaxed); }

 private:
  struct Ready {
    std::vector<Format> formats;
    driver::ReadyCall call;
  };

  explicit Kernel(const CompileRequest& request, const driver::KernelSpec& spec);

  driver::KernelSequence sequence_;
  std::size_t result_;
  mutable std::mutex mutex_;  // for the creation of `ready_`
  mutable std::unique_ptr<const Ready> made_;
  mutable std::atomic<const Ready*> ready_{nullptr};
  mutable std::atomic<bool> hasLargeResults_{false};
};

/// The same from Python: long runs react to Ctrl-C. `operands` stay alive during the run, by `keep`. The caller has the
/// GIL.
std::shared_ptr<const driver::KernelResult> runKernel(const std::shared_ptr<const Kernel>& kernel,
                                                      std::span<const StorageView* const> operands,
                                                      std::span<const std::shared_ptr<const void>> patterns,
                                                      std::shared_ptr<Held> held,
                                                      const std::function<std::shared_ptr<const Kept>()>& keep);

void bindKernel(nb::module_& module);

}  // namespace stardust::python
