// Interface for lowering nested statements from parts of the lowering.
#pragma once

#include "loops/lower/scope.h"

namespace stardust::loops {

class StatementLowering {
 public:
  virtual ~StatementLowering() = default;
  /// Emits the statement. Locates its accesses first (Locator::locate), as far as the enclosing loops determine their
  /// coordinates.
  virtual void lower(const cin::Stmt& stmt, Scope& scope, Body& out) = 0;
};

}  // namespace stardust::loops
