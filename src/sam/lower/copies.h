// Workspaces that copy an operand.
#pragma once

#include "cin/nodes.h"

namespace stardust::sam {

/// The statement without workspaces that only copy an operand: a stream is read in place.
///     where(S(ws(k)), forall(k, ws(k) = C(i,k)))  →  S(C(i,k))
cin::Stmt withoutCopies(const cin::Stmt& stmt);

}  // namespace stardust::sam
