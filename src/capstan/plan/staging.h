// Explicit transfers: a workspace that only copies a tensor (precompute into an on-chip tensor) is staged, not
// computed.
#pragma once

#include <string>
#include <vector>

#include "cin/nodes.h"

namespace stardust::placement {

/// "Keep this access in an on-chip memory called `name`, whole over `vars`": the meaning of precompute(C(i,k), {k},
/// {k}, C_on).
struct StagingRequest {
  notation::Access access;               ///< of the off-chip tensor: C(i,k)
  std::string name;                      ///< C_on
  std::vector<notation::IndexVar> vars;  ///< {k}
};

struct Staged {
  cin::Stmt stmt;  ///< without the copies: every use of a copying workspace accesses the tensor itself
  std::vector<StagingRequest> requests;
};

/// Recognizes where(…, forall(k, W(k) = T(..))) (loads, also of a scalar) and where(forall(k, R(..) = W(k)), …)
/// (stores). Linear in the size of the statement times the depth of nested copies.
Staged resolveCopies(const cin::Stmt& stmt);

}  // namespace stardust::placement
