// Selection of the loop order: the constraints of the formats, and the operands that the chosen order violates.
#pragma once

#include <vector>

#include "cin/nodes.h"

namespace stardust::cin {

/// The variables of an access, outermost level first, each once; a diagonal counts at its first occurrence. Empty if
/// every level is dense, since dense levels may be traversed in any order.
std::vector<IndexVar> levelOrder(const Access& access);

/// Orders the variables of the assignment (left-hand side first, then by first appearance) by a topological sort of
/// weighted constraints. Always succeeds: in a cycle, the cheapest constraint is dropped. From strongest to weakest:
///   1. `sumsInside`: loops of the result are outside reduction loops; the levels of a sparse result are in order
///   2. all levels of a sparse result except the last are outside reduction loops, since a workspace holds one
///   dimension
///   3. a sparse level of an operand is inside the levels above it, weighted by the number of stored levels; otherwise
///      the level is searched, or the operand is converted
///   4. the last level of a sparse result is outside reduction loops; otherwise a workspace accumulates it
///   5. dense levels are traversed in storage order, unless that moves a reduction outside the loops of the result
std::vector<IndexVar> loopOrder(const notation::Assignment& assignment, bool sumsInside = false);

/// The format of an access with its modes in the order in which the variables become known; ties keep the stored order.
/// The levels stay in place.
Format formatInOrder(const Access& access, const std::vector<IndexVar>& order);

/// A sparse operand that the loops do not traverse in storage order, and the format that they require.
struct Discordant {
  Access access;
  Format agreeing;  ///< same level formats and region; modes in loop order
};
/// The discordant operands of an assignment under a loop order, and those of a statement, each access once. A derived
/// variable (cin/derived.h) counts at the loop that determines it. Workspaces and results are excluded: a result gets a
/// workspace (insertWorkspaces).
std::vector<Discordant> discordant(const notation::Assignment& assignment, const std::vector<IndexVar>& order);
std::vector<Discordant> discordant(const Stmt& stmt);

}  // namespace stardust::cin
