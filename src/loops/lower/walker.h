// How parts of the lowering lower the statements inside theirs.
#pragma once

#include "loops/lower/scope.h"

namespace stardust::loops {

class Walker {
 public:
  virtual ~Walker() = default;
  /// Emits the statement. Its accesses are located before (Locator::locate), as far as the loops around determine their
  /// coordinates.
  virtual void lower(const cin::Stmt& stmt, Scope& scope, Body& out) = 0;
};

}  // namespace stardust::loops
