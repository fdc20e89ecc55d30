// Callbacks of long operations.
#pragma once

#include <atomic>

#include "support/progress.h"

namespace stardust::driver {

struct Hooks {
  const std::atomic<bool>* cancelled = nullptr;  ///< stops the work once it is true
  Progress* progress = nullptr;                  ///< receives the progress

  bool areCancelled() const { return cancelled && *cancelled; }
};

}  // namespace stardust::driver
