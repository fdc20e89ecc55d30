// What is known of conditions: formulas over variables, told by truth tables.
#pragma once

#include <vector>

#include "loops/nodes.h"

namespace stardust::loops {

/// Whether `condition` holds wherever all `facts` do, whatever else is true. False, too, where that takes more than 12
/// different terms to tell.
bool implied(const std::vector<Expr>& facts, const Expr& condition);
/// true if it is implied, else the condition itself.
Expr under(const std::vector<Expr>& facts, const Expr& condition);

}  // namespace stardust::loops
