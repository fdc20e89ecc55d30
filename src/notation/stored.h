// Where expressions are stored (docs/guide/grammar.md), as far as that can be told without data.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "notation/expr.h"

namespace stardust::notation {

/// The operands that decide where a call is stored: where all of them are, or where any of them is. All of none:
/// everywhere.
struct Deciding {
  bool all;
  std::vector<Expr> operands;
};
/// `asksAll`: of a reduction, which happens where all operands are stored.
Deciding deciding(const Call& call, bool asksAll = false);

/// What holds of a call where `of` says it of an operand, and `both` and `either` combine what two say. `nothing`: what
/// holds of a call that is stored everywhere, whatever its operands.
template <class Of, class Result, class Both, class Either>
Result decided(const Deciding& deciding, Result nothing, Of&& of, Both&& both, Either&& either);

/// Whether the tensor of an access stores every coordinate.
using IsDense = std::function<bool(const Access&)>;
/// By the format that it is declared with.
bool declaredDense(const Access& access);

/// Sparse accesses, by their printed form, that are stored wherever `expr` is: those of all factors of a product, those
/// that both sides have of a sum, min or max.
std::set<std::string> storedWith(const Expr& expr, const IsDense& isDense);
/// Whether `expr` is stored wherever the sparse accesses in `present` are; with none, everywhere.
bool storedWhere(const Expr& expr, const std::set<std::string>& present, const IsDense& isDense);

/// Throws Error (unsupported) at a divisor that may be absent where its numerator is stored. Nothing under a reduction
/// of all that is right of it, which computes only where all operands are stored.
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
