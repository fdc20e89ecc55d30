// Uses of names in statements.
#pragma once

#include <map>
#include <string>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Number of uses of a value, or of reads of a memory or FIFO.
using Uses = std::map<std::string, int>;

void countUses(const Expr& expr, Uses& uses);
/// Counts the uses in the statement itself: the bounds and the value of a loop, but not its body.
void countUses(const Stmt& stmt, Uses& uses);
/// Counts the uses in a body, including nested bodies.
void countUses(const Body& body, Uses& uses);

}  // namespace stardust::spatial
