// Terms that are no sums of products: visited point by point, wherever they are stored.
#pragma once

#include "exec/reference_cells.h"
#include "exec/reference_problem.h"

namespace stardust::exec {

/// Adds to `cells` the value of `expr` at every point of its index space (with the variables of the left) where it is
/// stored; with `allStored`, where all its sparse operands are. Takes the coordinates that it visits from `steps`, and
/// throws Error (unsupported) when they are used up, or where the pattern of `expr` has too many alternatives.
template <class T>
void addPoints(const Problem& problem, const notation::Expr& expr, bool allStored, const KeySpace& space,
               const Arithmetic<T>& arithmetic, std::int64_t& steps, Cells<T>& cells);

[[noreturn]] void failTooManySteps();

}  // namespace stardust::exec
