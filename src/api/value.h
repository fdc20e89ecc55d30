// The value of a tensor at one time.
#pragma once

#include <mutex>
#include <optional>

#include "driver/kernel.h"
#include "tensor/view.h"

namespace stardust::api {

/// Packed storage, or the result of a kernel, packed on first use. Thread-safe for reading.
class Value {
 public:
  explicit Value(Storage storage) : packed_(std::move(storage)) {}
  explicit Value(driver::KernelResult result) : result_(std::move(result)) {}

  StorageView view() const { return result_ ? result_->view() : viewOf(*packed_); }
  /// O(size), the first time.
  const Storage& storage() const {
    std::call_once(once_, [&] {
      if (packed_) return;
      packed_ = copyOf(result_->view());
      validate(*packed_);
    });
    return *packed_;
  }
  /// Moves the memory out for reuse by a kernel; ends this value.
  driver::KernelResult takeMemory() && { return result_ ? std::move(*result_) : driver::KernelResult(); }

 private:
  std::optional<driver::KernelResult> result_;
  mutable std::optional<Storage> packed_;
  mutable std::once_flag once_;
};

}  // namespace stardust::api
