// Reductions inside of expressions, computed within the loops of the statement.
#pragma once

#include <set>
#include <string>

#include "cin/concretize.h"
#include "cin/nodes.h"

namespace stardust::cin {

/// Each reduction fills a scalar, in the body of the innermost loop over one of its free variables; where the order of
/// the loops is open, these are the outermost ones:
///     y(i) = relu(sum(j, A(i,j) * x(j)) + b(i))  →
///     forall(i, where(y(i) = relu(t + 0 + b(i)), forall(j, t += A(i,j) * x(j))))
///     y(i,j) = exp(A(i,j) - max(k, A(i,k)))      →
///     forall(i, where(forall(j, y(i,j) = exp(A(i,j) - t)), sequence(t max= -inf, forall(k, t max= A(i,k)))))
/// The 0 and the infinity are stored everywhere, as the reduction is. A reduction inside of another one's term is
/// computed in the loops of that one, if it depends on its variables. Equal reductions of one place share a scalar.
/// Precondition: notation::withDistinctVariables.
Stmt withReducedOperands(const notation::Assignment& assignment, Sums sums, const std::set<std::string>& reserved);

/// A name for the n-th scalar that a sum fills: t, t2, …
std::string workspaceName(const notation::Assignment& assignment, const std::set<std::string>& reserved, int n);

}  // namespace stardust::cin
