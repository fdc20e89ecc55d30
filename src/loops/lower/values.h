// Expressions. What is not stored is not computed: every value comes with the condition that it is present.
#pragma once

#include "loops/lower/workspaces.h"

namespace stardust::loops {

/// A value, and whether it is stored.
struct Value {
  Expr value;  ///< of the result's type; only where it is present,
  Expr present;
  bool zeroIfAbsent = false;  ///< unless this: it is 0 where it is absent
  bool isSomething = false;   ///< or this: it can be computed where it is absent, too, but means nothing
};

class Values : public Part {
 public:
  Values(Context& context, const Workspaces& workspaces) : Part(context), workspaces_(workspaces) {}

  /// Emits what must be computed before, and checks of divisors. Throws Error (user): a fraction in an integer result.
  Value of(const notation::Expr& expr, const Scope& scope, Body& out);
  Value of(const Access& access, const Scope& scope);
  /// The condition that every operand is stored.
  Expr allStored(const notation::Expr& expr, const Scope& scope);

 private:
  Value applied(const notation::Call& call, std::vector<Value> operands, const Scope& scope, Body& out);
  Value appliedWhereNeeded(const operators::Operator& op, const std::vector<Value>& operands, const Scope& scope,
                           Body& out);

  const Workspaces& workspaces_;
};

bool isZero(const Expr& e);

}  // namespace stardust::loops
