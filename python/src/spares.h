// The memory of results that Python has dropped, for further runs of their kernels.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

#include "kernel.h"

namespace stardust::python {

/// Fresh memory of a large result costs a good part of a run: the system clears its pages. So the memory of a dropped
/// result waits here for the next run of its kernel: one result for each kernel, and all together at most `mostBytes`.
/// Thread-safe, also without the GIL.
class Spares : public std::enable_shared_from_this<Spares> {
 public:
  static constexpr std::size_t leastBytes = std::size_t{1} << 18, mostBytes = std::size_t{1} << 28;

  /// Memory for a run of the kernel, perhaps of an earlier result. It comes back when the last reference ends, if its
  /// `bytes` are set, and the kernel has had a large result before.
  std::shared_ptr<Held> take(const std::shared_ptr<const Kernel>& kernel);
  /// Tells that `held` has a result.
  static void note(const Kernel& kernel, const StorageView& result, Held& held);
  /// Frees all memory that waits.
  void clear();

 private:
  struct Spare {
    std::weak_ptr<const Kernel> kernel;
    std::unique_ptr<Held> held;
    std::size_t bytes;
  };
  void keep(const std::weak_ptr<const Kernel>& kernel, std::unique_ptr<Held> held);

  std::mutex mutex_;
  std::list<Spare> spares_;  // the latest first
  std::size_t bytes_ = 0;
};

}  // namespace stardust::python
