// Value types of the tensors in a statement that computes with complex numbers.
#pragma once

#include <functional>

#include "cin/nodes.h"

namespace stardust::cin {

/// Whether the statement has an imaginary literal.
bool hasImaginary(const Stmt& stmt);

/// The statement with the value type of each tensor in its accesses. A workspace is complex if a complex value is
/// assigned to it, and otherwise real, with the width of `expression`, the complex type of the computation. `typeOf`:
/// the type of any other tensor.
Stmt withValueTypes(const Stmt& stmt, ValueType expression,
                    const std::function<ValueType(const notation::TensorVar&)>& typeOf);

}  // namespace stardust::cin
