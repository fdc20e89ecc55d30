// Independence of loop iterations, and recognition of reductions.
#pragma once

#include <map>
#include <string>

#include "loops/lower/statement.h"

namespace stardust::loops {

/// Whether iterations of this body share no variable, and change the lengths of local arrays only. Does not examine the
/// indices of stores.
bool isIndependent(const Body& body);
/// Whether the iterations assign disjoint elements of the result and of indexed workspaces.
bool storesDisjointElements(const cin::Forall& loop, const StatementFacts& facts);

/// A loop that the schedule vectorises. `own`: its iterations store to disjoint elements.
struct VectorRequest {
  notation::IndexVar var;
  bool own = false;
};
/// Marks loops as Simd: loops that only reduce into variables, unless unrolled, and the requested loops, by counter
/// variable. Throws Error (unsupported): a requested loop has a loop-carried dependence.
Function withVectors(const Function& function, const std::map<std::string, VectorRequest>& wanted);

}  // namespace stardust::loops
