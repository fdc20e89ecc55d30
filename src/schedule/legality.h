// Legality checks shared by the commands that create loops.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schedule/schedule.h"

namespace stardust::schedule {

/// Throws Error (user) if `var` is not a loop; reports the relation that split or fused it.
void requireLoop(const Stmt& stmt, const IndexVar& var, const Location& where);
/// Throws Error (user) if a name is already an index variable of the statement or its relations, or is repeated.
void requireFresh(const Stmt& stmt, const std::vector<IndexVar>& names, const Location& where);
/// Throws Error (user) if a relation already derives `var` on other paths, which would make it ambiguous.
void requireNotDerived(const Stmt& stmt, const IndexVar& var, const Location& where);
/// Throws Error (user) if the loop over `var` already has a parallelize or unroll command.
void requireNotExecuted(const Stmt& stmt, const IndexVar& var, const Location& where);
/// Throws Error (user) if the fused trip count exceeds the range of coordinates, and no pos reduces it.
void requireCountable(const Stmt& stmt, const cin::Fuse& fuse, const Location& where);
/// Throws Error (user) if the known extents contradict the relations.
void requireExtents(const Stmt& stmt, const Location& where);
/// Throws Error (user) if a loop over positions (pos) no longer contains the access of its operand, or if an inner loop
/// determines the fiber of the positions.
void requirePositions(const Stmt& stmt, const Location& where);
/// Throws Error (user) if `var` iterates over positions, whose number varies between fibers.
void requireNoPositions(const Stmt& stmt, const IndexVar& var, const Location& where);
/// Like replaceFirst, but not below a map, whose form is fixed.
Stmt replaceUnmapped(const Stmt& stmt, const std::function<Stmt(const Stmt&)>& replace);

}  // namespace stardust::schedule
