// Removes what nothing reads, so that the lowering can emit flags and positions without knowing whether they will be
// needed.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Without variables and local arrays that are never read but to update themselves, what writes them, branches and
/// counted loops without a statement that does something, and parameters that are not used, but for those that go out.
Function withoutDeadCode(const Function& function);

}  // namespace stardust::loops
