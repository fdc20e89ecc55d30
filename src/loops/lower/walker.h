// What lowers the statements inside others.
#pragma once

#include "loops/lower/scope.h"

namespace stardust::loops {

class Walker {
 public:
  virtual ~Walker() = default;
  /// Emits what a statement does that stands here. What it reads and writes is located as far as the loops around tell
  /// (Locator::locate).
  virtual void lower(const cin::Stmt& stmt, Scope& scope, Body& out) = 0;
};

}  // namespace stardust::loops
