// Notes that say which loop of the statement the loops that follow are.
#pragma once

#include "cin/nodes.h"
#include "iteration/contraction.h"
#include "loops/nodes.h"

namespace stardust::loops {

/// "forall(j in A2 ∪ B2)": a loop and the coordinates that it visits, or "forall(j)" if it visits all. The one
/// assignment that is its body, if it has one, follows: "forall(j in A2): ws += A(i,j) * x(j)".
Stmt noteOf(const cin::Forall& loop, const iteration::Set& set);
/// "forall(p in the positions of A(i,j))"
Stmt noteOf(const cin::Forall& loop, const notation::Access& counted);
/// "y(i) = ws"
Stmt noteOf(const cin::Assign& assign);

/// Whether the note of the loop says all that its body computes.
bool isSaidByNote(const cin::Forall& loop);

}  // namespace stardust::loops
