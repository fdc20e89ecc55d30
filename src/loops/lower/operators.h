// Table operators in the imperative IR: a built-in operator with the same symbol, or a call.
#pragma once

#include <vector>

#include "loops/nodes.h"
#include "notation/expr.h"

namespace stardust::loops {

Expr applied(notation::Op op, const std::vector<Expr>& operands);

/// The value after an assignment: the new value, or the reduction of both.
Expr reduced(notation::AssignOp op, const Expr& old, const Expr& value);
/// Reduces `value` into array[at], or replaces it.
Stmt reducingStore(const std::string& array, const Expr& at, const Expr& value, notation::AssignOp op);

/// The identity of the reduction.
Expr identityOf(notation::AssignOp op, ValueType result, Type type);

}  // namespace stardust::loops
