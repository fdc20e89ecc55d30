// How the result is assembled and stored.
#pragma once

#include <vector>

#include "placement/memories.h"

namespace stardust::placement {

/// `use` is the first of `writers` assignments to it. `operands` are planned already: a compressed result may take its structure from one of them.
AccessPlan planResult(const Context& context, const cin::Stmt& stmt, const Use& use, int writers,
                      const std::vector<AccessPlan>& operands);

/// Whether `stmt` certainly has a term to add: every operand that a product needs is stored, and no loop is without iterations.
bool alwaysPresent(const LoopTree& tree, const cin::Stmt& stmt, const std::vector<AccessPlan>& accesses, const Facts& facts);

}  // namespace stardust::placement
