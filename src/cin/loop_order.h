// In which order to loop: what each format asks for, and what the chosen order costs.
#pragma once

#include <vector>

#include "cin/nodes.h"

namespace stardust::cin {

/// The variables of an access, outermost level first, each once: a diagonal is found where its variable is bound.
/// Empty if every level is dense, since those may be visited in any order.
std::vector<IndexVar> levelOrder(const Access& access);

/// The variables of the assignment (those on the left, then by first appearance), each after those that should be
/// outside it. Never fails; where the wishes form a cycle, the cheapest is given up. From the strongest wish to the
/// weakest:
///   1. `sumsInside`: what the result has is outside what is summed; the levels of a result that is not dense are in
///      order
///   2. all levels of such a result but the last are outside what is reduced: a workspace holds one dimension only
///   3. a level of a sparse operand that is not dense is inside the levels above it, the more so the more levels are
///      stored: else it is
///      searched for, or the operand is converted
///   4. the last level of such a result is outside what is reduced: else a workspace collects it
///   5. dense levels are visited as they are stored, unless that takes a reduction outside the result's loops.
std::vector<IndexVar> loopOrder(const notation::Assignment& assignment, bool sumsInside = false);

/// A sparse operand that the loops do not visit as it is stored, and the format that they would.
struct Discordant {
  Access access;
  Format agreeing;  ///< the same level formats and region, the modes in the order of the loops
};
/// Those of an assignment under an order of its loops, and those of a statement, each access once. A variable that is
/// derived (cin/derived.h) counts where it becomes known. Workspaces and results are left out: a result gets a
/// workspace (insertWorkspaces).
std::vector<Discordant> discordant(const notation::Assignment& assignment, const std::vector<IndexVar>& order);
std::vector<Discordant> discordant(const Stmt& stmt);

}  // namespace stardust::cin
