// Shapes of CIN statements that lowering asks about.
#pragma once

#include "cin/nodes.h"

namespace stardust::spatial {

/// The assignment that a nest of loops is about, through the consumers of wheres; the first of a sequence.
const cin::Assign* assignmentIn(const cin::Stmt& stmt);
/// Whether a loop of the nest is over `var`.
bool binds(const cin::Stmt& stmt, const notation::IndexVar& var);
cin::Stmt withoutMap(cin::Stmt stmt);

}  // namespace stardust::spatial
