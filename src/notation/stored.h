// Where expressions are stored (docs/guide/grammar.md), as far as that can be told without data.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "notation/expr.h"

namespace stardust::notation {

/// Whether the tensor of an access stores every coordinate.
using IsDense = std::function<bool(const Access&)>;
/// By the format that it is declared with.
bool declaredDense(const Access& access);

/// Sparse accesses, by their printed form, that are stored wherever `expr` is: both factors' of a product, those that
/// both sides have of a sum, min or max.
std::set<std::string> storedWith(const Expr& expr, const IsDense& isDense);
/// Whether `expr` is stored wherever the sparse accesses in `present` are; with none, everywhere.
bool storedWhere(const Expr& expr, const std::set<std::string>& present, const IsDense& isDense);

/// Throws Error (unsupported) at a divisor that may be absent where its numerator is stored. Nothing under min=, max=
/// and
/// *=, which compute only where all operands are stored.
void requireDivisors(const Expr& expr, AssignOp op, const IsDense& isDense);

}  // namespace stardust::notation
