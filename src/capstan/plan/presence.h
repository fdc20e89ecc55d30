// What is certain before the program runs: that a loop has iterations, that a statement has a term.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "capstan/plan/plan.h"

namespace stardust::placement {

using Loops = std::map<std::string, Loop>;

/// The plan of an access; null if it has none.
const AccessPlan* planOf(const std::vector<AccessPlan>& plans, const notation::Access& access);

/// Whether the loop over `var` has an iteration whenever it starts.
bool neverEmpty(const Loops& loops, const std::string& var, const std::vector<AccessPlan>& accesses,
                const Facts& facts);

/// Whether a loop that iterates so, by a scan, stops only where `expr` is stored: under every choice of set bits at
/// which it stops. `asksAll`: even a sum is asked for only where all its operands are stored. False, too, for more than
/// 8 bit vectors.
bool storedAtStops(const iteration::Iteration& iteration, const notation::Expr& expr, bool asksAll,
                   const std::vector<AccessPlan>& accesses);

/// Whether `stmt` has a term to add whenever it starts: every operand that a product needs is stored, and no loop is
/// without iterations.
bool alwaysPresent(const Loops& loops, const cin::Stmt& stmt, const std::vector<AccessPlan>& accesses,
                   const Facts& facts);

}  // namespace stardust::placement
