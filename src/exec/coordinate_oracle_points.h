// Terms that are not sums of products: visited point by point, wherever they are stored.
#pragma once

#include "exec/reference_cells.h"
#include "exec/reference_problem.h"

namespace stardust::exec {

/// Adds the value of `expr` to `cells` at every point of its index space (with the variables of the left-hand side) at
/// which it is stored; with `allStored`, at which all its sparse operands are stored. Subtracts the visited coordinates
/// from `steps`. Throws Error (unsupported) when none are left, and if the pattern of `expr` has too many clauses.
template <class T>
void addPoints(const Problem& problem, const notation::Expr& expr, bool allStored, const KeySpace& space,
               const Arithmetic<T>& arithmetic, std::int64_t& steps, Cells<T>& cells);

[[noreturn]] void failTooManySteps();

}  // namespace stardust::exec
