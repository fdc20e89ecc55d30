// What the imperative IR has for the operators of the table: its own operator of the same text, or a call.
#pragma once

#include <vector>

#include "loops/nodes.h"
#include "notation/expr.h"

namespace stardust::loops {

Expr applied(notation::Op op, const std::vector<Expr>& operands);

/// What an assignment makes of an old value and a new one: the new one, or both reduced.
Expr reduced(notation::AssignOp op, const Expr& old, const Expr& value);
/// array[at] becomes that.
Stmt reducingStore(const std::string& array, const Expr& at, const Expr& value, notation::AssignOp op);

/// What reducing nothing gives.
Expr identityOf(notation::AssignOp op, Type type);

}  // namespace stardust::loops
