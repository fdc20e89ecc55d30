// Static sparsity analysis: where expressions are stored (docs/guide/grammar.md).
#pragma once

#include <functional>
#include <set>
#include <string>

#include "notation/expr.h"

namespace stardust::notation {

/// The constant operands of a call, which do not determine where it is stored: max(a, 0) is stored where `a` is. An
/// operand is constant if it is a literal, or a selection of literals such as min(2, 3). None for a call of constants
/// only, and none for + and -: each term of a sum is computed on its own, so a literal term is stored everywhere.
operators::Constants constantsOf(const Call& call);

/// The operands that determine where a call is stored: all of them must be stored, or any of them. "All" of an empty
/// list: stored everywhere.
struct Deciding {
  bool all;
  std::vector<Expr> operands;
};
/// `asksAll`: the call is inside a reduction that requires all operands.
Deciding deciding(const Call& call, bool asksAll = false);

/// Evaluates a property over the deciding operands: `of` for an operand, combined with `both` and `either`. `nothing`
/// is the value for a call that is stored everywhere, independent of its operands.
template <class Of, class Result, class Both, class Either>
Result decided(const Deciding& deciding, Result nothing, Of&& of, Both&& both, Either&& either);

/// Whether the tensor of an access stores every coordinate.
using IsDense = std::function<bool(const Access&)>;
/// Decides by the declared format.
bool declaredDense(const Access& access);

/// The sparse accesses, in printed form, that are stored wherever `expr` is: the union over the factors of a product,
/// the intersection over the sides of a sum, min or max.
std::set<std::string> storedWith(const Expr& expr, const IsDense& isDense);
/// Whether `expr` is stored wherever all sparse accesses in `present` are; for an empty set, everywhere.
bool storedWhere(const Expr& expr, const std::set<std::string>& present, const IsDense& isDense);

/// Throws Error (unsupported) for a divisor that may be absent where its numerator is stored. Full reductions are
/// exempt, since they compute only where all operands are stored.
void requireDivisors(const Expr& expr, AssignOp op, const IsDense& isDense);

template <class Of, class Result, class Both, class Either>
Result decided(const Deciding& deciding, Result nothing, Of&& of, Both&& both, Either&& either) {
  bool first = true;
  Result result = std::move(nothing);
  for (const Expr& operand : deciding.operands) {
    if (first) result = of(operand);
    else result = deciding.all ? both(std::move(result), of(operand)) : either(std::move(result), of(operand));
    first = false;
  }
  return result;
}

}  // namespace stardust::notation
