// Transfers between DRAM and the accelerator's memories, for values of operands and of the result.
#pragma once

#include <string>

#include "capstan/lower/positions.h"

namespace stardust::spatial {

class Transfers {
 public:
  Transfers(Context& context, Positions& positions) : context_(context), positions_(positions) {}

  /// The value of an operand, in each iteration of the loop in which its last level is located.
  Expr valueOf(const AccessPlan& access);
  /// The memory for the values of the result. It is stored at the end of the body that declares it.
  std::string resultMemory(const AccessPlan& result);

 private:
  Expr read(const AccessPlan& access);
  Expr readStream(const AccessPlan& access);
  Expr readSlice(const AccessPlan& access);
  Expr resultSize(const AccessPlan& result) const;
  void storeResult(const AccessPlan& result, Frame& frame, const std::string& memory, const std::string& dram);

  Context& context_;
  Positions& positions_;
};

}  // namespace stardust::spatial
