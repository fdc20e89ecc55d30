// Runs concrete index notation as it is written: the meaning that schedules must preserve and lowering must keep.
#pragma once

#include "cin/nodes.h"
#include "exec/reference.h"

namespace stardust::exec {

/// Executes `stmt` and returns the tensor `result` in its format and type. A result or workspace starts empty, except
/// that operands[result.name], where given, is what `+=` adds to; a workspace is emptied whenever the producer of its
/// where starts. An assignment happens at the coordinates where its right-hand side is stored (see evaluateReference).
/// Integers wrap; floating point is computed in double.
///
/// A forall visits the whole range of its variable, or, where every assignment in its body multiplies by the same
/// sparse operand and the outer levels of that operand are bound, only the stored coordinates. A variable that the
/// relations derive (cin/derived.h) takes its value where the last of its loops binds it; a loop over a part of it
/// visits its whole range. Expect some 5 million
/// assignments a second. `dims` gives the extents that neither operands nor tensor variables give. Throws Error (user)
/// as evaluateReference does.
Storage interpret(const cin::Stmt& stmt, const Operands& operands, const notation::TensorVar& result,
                  const Dimensions& dims = {});

}  // namespace stardust::exec
