// Workspaces as streams.
#pragma once

#include "cin/nodes.h"

namespace stardust::sam {

/// Workspaces list their coordinates: they are streams. An element that is not listed is 0, so a workspace of another
/// reduction than a sum is refused. Throws Error (unsupported).
cin::Stmt withListedWorkspaces(const cin::Stmt& stmt);

/// Whether a statement reads a workspace with indices at two places.
bool isReadTwice(const cin::Stmt& stmt, const notation::Access& access);

}  // namespace stardust::sam
