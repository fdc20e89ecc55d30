// Which loops share nothing, and which reduce.
#pragma once

#include <map>
#include <string>

#include "loops/lower/statement.h"

namespace stardust::loops {

/// Whether iterations with this body share no variable, and change the length of no array but their own. Which elements
/// they store is not looked at.
bool isIndependent(const Body& body);
/// Whether each iteration assigns elements of its own, of the result and of workspaces with indices.
bool storesOwn(const cin::Forall& loop, const StatementFacts& facts);

/// A loop that the schedule wants vectorised. `own`: each iteration stores elements of its own.
struct WantedVector {
  notation::IndexVar var;
  bool own = false;
};
/// With Simd at the loops that only reduce into variables, unless they are unrolled, and at those that are wanted so,
/// by the variables that they count in. Throws Error (unsupported): one of these changes what all of its iterations
/// share.
Function withVectors(const Function& function, const std::map<std::string, WantedVector>& wanted);

}  // namespace stardust::loops
