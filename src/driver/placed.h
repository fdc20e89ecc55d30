// Places the result of a kernel where the computed left side of its statement says: y(p(i)) += x(i).
#pragma once

#include "driver/computed.h"
#include "driver/run.h"

namespace stardust::driver {

/// The user's result of a problem: its tensor, with the extents that are known.
notation::TensorVar resultOf(const Problem& problem);

/// Puts the entries of `part` into the old contents of the result, if `sources` has them. Throws Error (user) if =
/// assigns two entries to one coordinate.
Storage placed(const notation::Placement& placement, const notation::Extents& extents, const exec::Operands& sources,
               const Storage& part);

/// Replaces the result and the reference of a run by the placed ones, and compares them, if its left side is computed.
/// `isRun`: there is a result.
void placeResult(Run& run, bool isRun);

}  // namespace stardust::driver
