// Which names a statement uses.
#pragma once

#include <map>
#include <string>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// How often a value is used, or a memory or FIFO read.
using Uses = std::map<std::string, int>;

void countUses(const Expr& expr, Uses& uses);
/// Of the statement itself: the bounds and the value of a loop, but not its body.
void countUses(const Stmt& stmt, Uses& uses);
/// Of a body with all that is inside it.
void countUses(const Body& body, Uses& uses);

}  // namespace stardust::spatial
