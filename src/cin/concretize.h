// Concretisation: from index notation to concrete index notation, with explicit loops, loop order, and reductions.
#pragma once

#include <set>
#include <string>

#include "cin/nodes.h"

namespace stardust::cin {

/// The sum over a variable that is not on the left covers the additive term in which it occurs, as in TACO:
///     y(i) = A(i,j) * x(j)         →  forall(i, forall(j, y(i) += A(i,j) * x(j)))
///     y(i) = b(i) - A(i,j) * x(j)  →  forall(i, where(y(i) = b(i) - t, forall(j, t += A(i,j) * x(j))))
///     y(i) = (b(i) + A(i,j)) * c(j) → forall(i, forall(j, y(i) += (b(i) + A(i,j)) * c(j)))
///     d(i) min= A(i,j) + x(j)      →  forall(i, forall(j, d(i) min= A(i,j) + x(j)))
/// A reduction inside of the expression is computed in the loops over its coordinates (reduced_operands.h).
/// With Sums::Apart, each term of a sum gets its own nest with its own loop order, which accumulates into the result.
/// This happens only if it makes fewer operands discordant:
///     A(i,j) = B(i,k) * C(k,j) + D(i,j), all by rows  →
///     forall(i, sequence(forall(k, forall(j, A(i,j) += B(i,k) * C(k,j))), forall(j, A(i,j) += D(i,j))))
/// With min= and max=, each operand of the outermost mins or maxes (notation/accumulate.h) gets its own nest, in
/// sequence. loopOrder (loop_order.h) chooses the loop order, which exists for any formats; an operand that is not
/// traversed in its storage order is `discordant`. Throws Error (unsupported): += into an existing result.
enum class Sums { Together, Apart };
using LoopOrders = std::vector<std::vector<IndexVar>>;
/// `reserved`: names unavailable for the workspaces of sums (t). `orders` replace loopOrder: that of the only nest, or
/// those of the terms of a sum, each of which then has its own nest. Empty: loopOrder.
Stmt concretize(const notation::Assignment& assignment, Sums sums = Sums::Together,
                const std::set<std::string>& reserved = {}, const LoopOrders& orders = {});

/// Throws Error (unsupported) for +=: the evaluators have no existing result to add to. Concretize performs this check;
/// callers that do not compile perform it separately.
void requireFreshResult(const notation::Assignment& assignment);

}  // namespace stardust::cin
