// Which loops may run in parallel, and which reduce.
#pragma once

#include "loops/lower/statement.h"

namespace stardust::loops {

/// Of an outermost loop with this body: Parallel if each iteration writes elements of the result that are its own, and there before, else Serial.
/// `exactRows`: those of a result that is not dense are, too.
Order orderOf(const cin::Forall& loop, const StatementFacts& facts, bool exactRows, const Body& body);
/// With Simd at the loops that only reduce into variables.
Function withReductions(const Function& function);

}  // namespace stardust::loops
