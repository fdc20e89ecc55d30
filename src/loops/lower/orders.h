// Which loops share nothing, and which reduce.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Whether iterations with this body share no variable, and change the length of no array but their own. Which elements they store is not looked at.
bool isIndependent(const Body& body);
/// With Simd at the loops that only reduce into variables.
Function withReductions(const Function& function);

}  // namespace stardust::loops
