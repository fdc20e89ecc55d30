// Dead code elimination. The lowering can emit flags and positions without knowing whether they are needed.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Removes variables and local arrays that are only read to update themselves, the statements that write them, branches
/// and counted loops without effect, and unused parameters other than results.
Function withoutDeadCode(const Function& function);

}  // namespace stardust::loops
