// Index notation to concrete index notation: which loops, in which order, and where the sums are.
#pragma once

#include <set>
#include <string>

#include "cin/nodes.h"

namespace stardust::cin {

/// The sum over a variable that is not on the left covers the additive term it occurs in, as in TACO:
///     y(i) = A(i,j) * x(j)         →  forall(i, forall(j, y(i) += A(i,j) * x(j)))
///     y(i) = b(i) - A(i,j) * x(j)  →  forall(i, where(y(i) = b(i) - t, forall(j, t += A(i,j) * x(j))))
///     y(i) = (b(i) + A(i,j)) * c(j) → forall(i, forall(j, y(i) += (b(i) + A(i,j)) * c(j)))
///     d(i) min= A(i,j) + x(j)      →  forall(i, forall(j, d(i) min= A(i,j) + x(j)))
/// With Sums::Apart the terms of a sum have nests of their own, each in an order of its own, that add to the result,
/// if fewer operands are then discordant:
///     A(i,j) = B(i,k) * C(k,j) + D(i,j), all by rows  →
///     forall(i, sequence(forall(k, forall(j, A(i,j) += B(i,k) * C(k,j))), forall(j, A(i,j) += D(i,j))))
/// With min= and max= every operand of the outermost mins or maxes (notation/accumulate.h) has a nest of its own; the
/// nests follow each other in a sequence. The order of the loops is loopOrder's (loop_order.h); whatever the formats
/// are, there is one: operands that it does not visit as they are stored are `discordant`. Throws Error (unsupported):
/// += into an existing result.
enum class Sums { Together, Apart };
/// `reserved`: names that no workspace for a sum (t) may have.
Stmt concretize(const notation::Assignment& assignment, Sums sums = Sums::Together,
                const std::set<std::string>& reserved = {});

/// Throws Error (unsupported) for +=: no evaluator has an existing result to add to. Part of concretize, and asked
/// where nothing is compiled.
void requireFreshResult(const notation::Assignment& assignment);

}  // namespace stardust::cin
