// Lowering of expressions. Absent values are not computed: every value has a presence condition.
#pragma once

#include "loops/lower/workspaces.h"

namespace stardust::loops {

/// A value and its presence condition.
struct Value {
  Expr value;  ///< of the result's type; valid only if present,
  Expr present;
  bool zeroIfAbsent = false;    ///< unless set: it is 0 if absent
  bool isSpeculatable = false;  ///< or if set: it can be computed if absent, with an unspecified value
  bool isWide = false;          ///< it may lie outside the range of the expression's type, and is not wrapped yet
};

class Values : public Part {
 public:
  Values(Context& context, const Workspaces& workspaces) : Part(context), workspaces_(workspaces) {}

  /// Emits prerequisite statements and checks of divisors. Throws Error (user): a fraction in an integer result.
  Value of(const notation::Expr& expr, const Scope& scope, Body& out);
  Value of(const Access& access, const Scope& scope);
  /// The value as a term of a reduction: wrapped, unless the operator is modular.
  Expr asTerm(const Value& value, AssignOp op) const;
  /// The condition that every operand is stored.
  Expr allStored(const notation::Expr& expr, const Scope& scope);

 private:
  /// Wraps the operands unless the operator is modular.
  void wrapFor(const operators::Operator& op, std::vector<Value>& operands) const;
  Expr operated(const operators::Operator& op, const std::vector<Expr>& operands) const;
  bool isWideAfter(const operators::Operator& op) const;
  Value applied(const notation::Call& call, std::vector<Value> operands, const Scope& scope, Body& out);
  Value appliedWhereNeeded(const operators::Operator& op, const std::vector<Value>& operands,
                           const operators::Constants& constants, const Scope& scope, Body& out);

  const Workspaces& workspaces_;
};

bool isZero(const Expr& e);

}  // namespace stardust::loops
