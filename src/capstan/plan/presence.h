// Static guarantees: that a loop has iterations, and that a statement has a term.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "capstan/plan/plan.h"

namespace stardust::placement {

using Loops = std::map<std::string, Loop>;

/// The plan of an access, or null.
const AccessPlan* planOf(const std::vector<AccessPlan>& plans, const notation::Access& access);

/// Whether the loop over `var` has at least one iteration whenever it starts.
bool neverEmpty(const Loops& loops, const std::string& var, const std::vector<AccessPlan>& accesses,
                const Facts& facts);

/// Whether a scanning loop with this iteration visits only coordinates at which `expr` is stored: for every subset of
/// set bits at which it stops. `asksAll`: a sum must have all its operands stored, too. False for more than 8 bit
/// vectors.
bool storedAtStops(const iteration::Iteration& iteration, const notation::Expr& expr, bool asksAll,
                   const std::vector<AccessPlan>& accesses);

/// Whether `stmt` has a term whenever it starts: every operand that a product needs is stored, and no loop is empty.
bool alwaysPresent(const Loops& loops, const cin::Stmt& stmt, const std::vector<AccessPlan>& accesses,
                   const Facts& facts);

}  // namespace stardust::placement
