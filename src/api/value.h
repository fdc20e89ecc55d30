// The values that a tensor has at one time.
#pragma once

#include <mutex>
#include <optional>

#include "driver/kernel.h"
#include "tensor/view.h"

namespace stardust::api {

/// Packed, or as a kernel left them; these are packed when somebody asks for it. Safe to read from several threads.
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
  /// The memory for a kernel to use again: the end of this value.
  driver::KernelResult takeMemory() && { return result_ ? std::move(*result_) : driver::KernelResult(); }

 private:
  std::optional<driver::KernelResult> result_;
  mutable std::optional<Storage> packed_;
  mutable std::once_flag once_;
};

}  // namespace stardust::api
