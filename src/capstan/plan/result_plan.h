// The assembly and storage of the result.
#pragma once

#include <vector>

#include "capstan/plan/memories.h"

namespace stardust::placement {

/// `use` is the first of `writers` assignments to it. `operands` are planned already: a compressed result may share the
/// structure of one.
AccessPlan planResult(const Context& context, const cin::Stmt& stmt, const cin::Use& use, int writers,
                      const std::vector<AccessPlan>& operands);

}  // namespace stardust::placement
