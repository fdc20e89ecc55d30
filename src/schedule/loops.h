// What the commands that make new loops share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schedule/schedule.h"

namespace stardust::schedule {

/// Throws Error (user) if no loop is over `var`; says what became of a variable that was split or fused.
void requireLoop(const Stmt& stmt, const IndexVar& var, const Location& where);
/// Throws Error (user) if a name is already an index variable of the statement or its relations, or comes twice.
void requireFresh(const Stmt& stmt, const std::vector<IndexVar>& names, const Location& where);
/// Throws Error (user) if a relation already derives `var` on other paths: it could not say which is meant.
void requireNotDerived(const Stmt& stmt, const IndexVar& var, const Location& where);
/// Throws Error (user) if a command said already how the loop over `var` runs: parallelize or unroll.
void requireNotExecuted(const Stmt& stmt, const IndexVar& var, const Location& where);
/// Throws Error (user) if the fused loop has more iterations than a coordinate can hold, and no pos replaces them by
/// fewer.
void requireCountable(const Stmt& stmt, const cin::Fuse& fuse, const Location& where);
/// Throws Error (user) if the extents that are known contradict the relations.
void requireExtents(const Stmt& stmt, const Location& where);
/// Throws Error (user) if a loop over positions (pos) has not its operand inside any more, or has a loop inside that
/// says where they begin.
void requirePositions(const Stmt& stmt, const Location& where);
/// Throws Error (user) if the loop over `var` counts positions, whose number changes from fiber to fiber.
void requireNoPositions(const Stmt& stmt, const IndexVar& var, const Location& where);
/// As replaceFirst, but not below a map, whose form is fixed.
Stmt replaceUnmapped(const Stmt& stmt, const std::function<Stmt(const Stmt&)>& replace);

}  // namespace stardust::schedule
