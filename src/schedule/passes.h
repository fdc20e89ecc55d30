// The automatic schedule: what the paper's compiler does to common statements without being asked.
#pragma once

#include "cin/nodes.h"

namespace stardust::schedule {

/// The innermost loops that reduce become Reduce patterns over a scalar workspace, whatever the operator and the
/// left-hand side:
///     forall(j, forall(k, y(i) += e))  →  where(y(i) = ws, forall(j, map(forall(k, ws += e), Spatial, Reduction)))
/// and loops that already reduce into a scalar workspace are mapped. The left-hand side keeps its operator where
/// further loops or other assignments reduce into it. Idempotent; the same node if nothing changed.
cin::Stmt accelerateReductions(const cin::Stmt& stmt);

/// A result with a compressed level is written in the order in which it is stored, each coordinate once. Where a loop
/// that reduces stands around one of the result's loops, or these have another order, or several assignments write the
/// result, a dense workspace over the inner ones of the result's loops collects first:
///     forall(i, forall(k, forall(j, A(i,j) += e)))  →
///     forall(i, where(forall(j, A(i,j) = w(j)), forall(k, forall(j, w(j) += e))))
/// Dense results need none, they accumulate in memory. Idempotent; the same node if nothing changed.
/// `rows`: whether the dense levels below the last compressed one are collected, too, or accumulate in memory as well.
enum class Rows { Collected, InMemory };
cin::Stmt insertWorkspaces(const cin::Stmt& stmt, Rows rows = Rows::Collected);

/// The loop over the last mode of the result goes inside those that reduce, if all tensors that have this mode store it
/// densely and last:
///     forall(i, forall(j, forall(k, A(i,j) += B(i,k) * C(k,j))))  →  forall(i, forall(k, forall(j, …)))
/// so that the innermost loop updates a row, with no sum from iteration to iteration. For processors. Idempotent; the
/// same node if nothing changed.
cin::Stmt rowsInnermost(const cin::Stmt& stmt);

/// What all terms of a sum share is multiplied once, with the sum:
///     where(y(i) = ws, forall(k, ws += alpha * A(i,k) * x(k)))  →
///     where(y(i) = alpha * ws, forall(k, ws += A(i,k) * x(k)))
/// Exact for integers; floating point rounds in another order, as with any other order of a sum. Idempotent; the same
/// node if nothing changed.
cin::Stmt hoistFactors(const cin::Stmt& stmt);

/// A loop nest that copies element by element becomes one transfer: forall(k, C_on(k) = C(i,k)) → map(…, Spatial,
/// BulkLoad), and out of a workspace BulkStore. Idempotent; the same node if nothing changed.
cin::Stmt bulkTransfers(const cin::Stmt& stmt);

}  // namespace stardust::schedule
