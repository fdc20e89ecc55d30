// What is transferred to and from the accelerator's memories: values of operands, and those of the result.
#pragma once

#include <string>

#include "capstan/lower/positions.h"

namespace stardust::spatial {

class Transfers {
 public:
  Transfers(Context& context, Positions& positions) : context_(context), positions_(positions) {}

  /// The value of an operand, once for each iteration of the loop where its last level is known.
  Expr valueOf(const AccessPlan& access);
  /// The memory that the values of the result go to; it is stored when the body it lives in ends.
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
