// Implication between conditions: propositional formulas, decided by truth tables.
#pragma once

#include <vector>

#include "loops/nodes.h"

namespace stardust::loops {

/// Whether the facts imply `condition`. Conservatively false for formulas with more than 12 atoms.
bool implied(const std::vector<Expr>& facts, const Expr& condition);
/// true if the facts imply the condition, else the condition itself.
Expr under(const std::vector<Expr>& facts, const Expr& condition);

}  // namespace stardust::loops
