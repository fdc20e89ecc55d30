// Which loops may run in parallel, and which reduce.
#pragma once

#include "loops/lower/statement.h"

namespace stardust::loops {

/// Of an outermost loop with this body: Parallel if each iteration writes elements of a dense result that are its own, else Serial.
Order orderOf(const cin::Forall& loop, const StatementFacts& facts, const Body& body);
/// With Simd at the loops that only reduce into variables.
Function withReductions(const Function& function);

}  // namespace stardust::loops
