// The automatic schedule: what the paper's compiler does to common statements without being asked.
#pragma once

#include "cin/nodes.h"

namespace stardust::schedule {

/// An innermost loop that accumulates becomes a Reduce over a scalar workspace:
///     forall(j, y(i) += e)  →  where(y(i) = ws, map(forall(j, ws += e), Spatial, Reduction))
/// and a loop that already sums into a scalar is mapped. Idempotent; the same node if nothing changed.
cin::Stmt accelerateReductions(const cin::Stmt& stmt);

/// A loop nest that copies element by element becomes one transfer: forall(k, C_on(k) = C(i,k)) → map(…, Spatial, BulkLoad),
/// and out of a workspace BulkStore. Idempotent; the same node if nothing changed.
cin::Stmt bulkTransfers(const cin::Stmt& stmt);

}  // namespace stardust::schedule
