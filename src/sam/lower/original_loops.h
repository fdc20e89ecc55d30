// Loops over derived index variables, undone.
#pragma once

#include "cin/nodes.h"

namespace stardust::sam {

/// The statement without its relations, in loops over the variables of its accesses. Streams have no parts of a
/// coordinate, and visit coordinates in order, so
///     forall(io, forall(ii, S)), split_up(i, io, ii, 4)  →  forall(i, S)
///     forall(f, S), fuse(i, j, f)                        →  forall(i, forall(j, S))
///     forall(p, S), pos(i, p, B(i))                      →  forall(i, S)
/// Throws Error (unsupported) for a split whose loops are not next to each other.
cin::Stmt originalLoops(const cin::Stmt& stmt);

}  // namespace stardust::sam
