// What the machine has for the operators of the table, by how their rows spell it in Spatial.
#pragma once

#include <string>
#include <vector>

#include "notation/expr.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

/// Throws Error (unsupported) at an operator that the machine lacks.
Expr applied(notation::Op op, std::vector<Expr> operands, const Location& where);

/// What reduces an assignment's values: in a Reduce, between two values, and in a memory.
struct Reduction {
  ReduceOp reduce;
  BinaryOp combine;
  std::string rmw;
};
/// Of =, a sum. Throws Error (unsupported) at a reduction that the machine lacks.
Reduction reductionOf(notation::AssignOp op);

/// A constant of the program's value type, Int or Float.
Expr constant(const operators::Constant& constant, Type valueType);

}  // namespace stardust::spatial
