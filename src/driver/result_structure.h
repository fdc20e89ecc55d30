// The formats and types of results that a caller does not declare, from those of the operands.
#pragma once

#include "driver/kernel_spec.h"

namespace stardust::driver {

struct ResultRules {
  /// The result of the last statement is dense if it has one mode, whatever its operands store.
  bool vectorIsDense = false;
};

/// Gives each result without a format one that stores the coordinates where the operands have entries, judged by their
/// structure alone:
///   * A mode of the result is sparse where a sparse operand selects its coordinates together with those of another
///     mode of the result, through shared variables if need be: A(i,k) * B(k,j) with two sparse matrices.
///   * A mode that a sparse operand shares with summed variables only is dense: y(i) = A(i,j) * x(j), and the product
///     of a sparse and a dense matrix.
///   * Terms of a sum, and other operators, follow the table of operators: a result that is computed everywhere is
///     dense.
/// Two sparse modes of a matrix are csr, or csc if all sparse matrices among the operands are; other sparse results are
/// compressed in the sparse modes.
///
/// Gives each result without a type the one that NumPy's promotion gives: truth values for comparisons, `double` for
/// functions of floating-point numbers on integers, and `long` for indices that a reduction finds. A literal takes the
/// type of the tensors beside it.
///
/// `spec` has the formats and types of all operands.
KernelSpec withResultRules(KernelSpec spec, const ResultRules& rules = {});

}  // namespace stardust::driver
