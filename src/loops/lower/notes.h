// Notes that relate generated loops to the loops of the statement.
#pragma once

#include "cin/nodes.h"
#include "iteration/contraction.h"
#include "loops/nodes.h"

namespace stardust::loops {

/// "forall(j in A2 ∪ B2)": a loop and its contraction set, or "forall(j)" for the universe. If the body is a single
/// assignment, it follows: "forall(j in A2): ws += A(i,j) * x(j)".
Stmt noteOf(const cin::Forall& loop, const iteration::Set& set);
/// "forall(p in the positions of A(i,j))"
Stmt noteOf(const cin::Forall& loop, const notation::Access& counted);
/// "y(i) = ws"
Stmt noteOf(const cin::Assign& assign);

/// Whether the note of the loop documents its whole body.
bool isSaidByNote(const cin::Forall& loop);

}  // namespace stardust::loops
