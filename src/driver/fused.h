// Reductions inside of expressions, in the loops of the expression.
#pragma once

#include "driver/kernel_spec.h"

namespace stardust::driver {

/// The kernel with fewer statements: a reduction inside of an expression, such as sum1(i) of y(i) = relu(sum1(i) +
/// b(i)), becomes an operand of the expression (notation::ReducedOperand), and its loops are nested in those of the
/// expression. This happens where it costs nothing: the loops over its coordinates can be the outermost ones, of the
/// expression and of the reduction, by the formats and by the variables; the types of both agree; it is a sum; the
/// schedule leaves the loops open; and no statement between them needs extents that it gives. The other reductions stay
/// statements of their own. Precondition: types of results are known.
KernelSpec fused(KernelSpec spec);

/// The note of a reduction that is a statement before the expression with this result.
std::string noteOfReduction(const notation::Assignment& reduction, const std::string& result);

}  // namespace stardust::driver
