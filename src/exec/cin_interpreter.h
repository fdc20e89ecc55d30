// Interprets concrete index notation as written: the semantics that schedules and lowering must preserve.
#pragma once

#include "cin/nodes.h"
#include "exec/reference.h"

namespace stardust::exec {

/// Executes `stmt` and returns the tensor `result` in its format and type. A result or workspace starts empty, with one
/// exception: `+=` adds to operands[result.name] if it is given. A workspace is emptied whenever the producer of its
/// `where` starts. An assignment takes effect at the coordinates where its right-hand side is stored (see
/// evaluateReference). Integers wrap; floating point is computed in double.
///
/// A forall visits the whole range of its variable. It visits only stored coordinates if every assignment in its body
/// multiplies by the same sparse operand, and the outer levels of that operand are bound. A variable derived by
/// relations (cin/derived.h) gets its value in the last loop that determines it; a loop over a part of it visits its
/// whole range. The interpreter executes some 5 million assignments a second. `dims` gives the extents that neither
/// operands nor tensor variables determine. Throws Error (user) as evaluateReference does.
Storage interpret(const cin::Stmt& stmt, const Operands& operands, const notation::TensorVar& result,
                  const Dimensions& dims = {});

}  // namespace stardust::exec
