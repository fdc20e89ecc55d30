// How whoever asked for long work follows it.
#pragma once

#include <atomic>

#include "support/progress.h"

namespace stardust::driver {

struct Hooks {
  const std::atomic<bool>* cancelled = nullptr;  ///< ends the work early once it is true
  Progress* progress = nullptr;                  ///< is told how far it is

  bool areCancelled() const { return cancelled && *cancelled; }
};

}  // namespace stardust::driver
