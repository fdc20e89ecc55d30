// The automatic schedule: the passes that the paper's compiler applies without user commands.
#pragma once

#include "cin/nodes.h"

namespace stardust::schedule {

/// Converts the innermost reduction loops to Reduce patterns over a scalar workspace, for any operator and left-hand
/// side:
///     forall(j, forall(k, y(i) += e))  →  where(y(i) = ws, forall(j, map(forall(k, ws += e), Spatial, Reduction)))
/// Loops that already reduce into a scalar workspace are mapped. The left-hand side keeps its operator if further loops
/// or other assignments reduce into it. Idempotent; the same node if nothing changed.
cin::Stmt accelerateReductions(const cin::Stmt& stmt);

/// A result with a compressed level must be written in storage order, each coordinate once. If a reduction loop
/// encloses
/// a loop of the result, if the loops have another order, or if several assignments write the result, a dense workspace
/// over the inner loops of the result accumulates first:
///     forall(i, forall(k, forall(j, A(i,j) += e)))  →
///     forall(i, where(forall(j, A(i,j) = w(j)), forall(k, forall(j, w(j) += e))))
/// Dense results accumulate in memory. Idempotent; the same node if nothing changed.
/// `rows`: whether the dense levels below the last compressed one use the workspace as well, or accumulate in memory.
enum class Rows { Collected, InMemory };
cin::Stmt insertWorkspaces(const cin::Stmt& stmt, Rows rows = Rows::Collected);

/// Moves the loop over the last mode of the result inside the reduction loops, if all tensors with this mode store it
/// densely and last:
///     forall(i, forall(j, forall(k, A(i,j) += B(i,k) * C(k,j))))  →  forall(i, forall(k, forall(j, …)))
/// The innermost loop then updates a row, without a loop-carried sum. For processors. Idempotent; the same node if
/// nothing changed.
cin::Stmt rowsInnermost(const cin::Stmt& stmt);

/// Hoists the common factor of all terms out of a sum:
///     where(y(i) = ws, forall(k, ws += alpha * A(i,k) * x(k)))  →
///     where(y(i) = alpha * ws, forall(k, ws += A(i,k) * x(k)))
/// Exact for integers; reassociates floating point, like any reordering of a sum. Idempotent; the same node if nothing
/// changed.
cin::Stmt hoistFactors(const cin::Stmt& stmt);

/// Converts an element-wise copy nest to one transfer: forall(k, C_on(k) = C(i,k)) → map(…, Spatial, BulkLoad), and
/// BulkStore out of a workspace. Idempotent; the same node if nothing changed.
cin::Stmt bulkTransfers(const cin::Stmt& stmt);

}  // namespace stardust::schedule
