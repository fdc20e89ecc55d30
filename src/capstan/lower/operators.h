// Operators of the table on the machine, by the Spatial spelling in their rows.
#pragma once

#include <string>
#include <vector>

#include "notation/expr.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

/// `valueType`: Int or Float. Throws Error (unsupported) for an operator that the machine lacks in this type.
Expr applied(notation::Op op, std::vector<Expr> operands, Type valueType, const Location& where);

/// The reduction of an assignment in its three forms: in a Reduce, between two values, and in a memory.
struct Reduction {
  ReduceOp reduce;
  BinaryOp combine;
  std::string rmw;
};
/// For =, a sum. Throws Error (unsupported) for a reduction that the machine lacks.
Reduction reductionOf(notation::AssignOp op);

/// A constant of the program's value type, Int or Float.
Expr constant(const operators::Constant& constant, Type valueType);

}  // namespace stardust::spatial
