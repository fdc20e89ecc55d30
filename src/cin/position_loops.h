// Loops over the positions of an operand, as created by pos and subsequent splits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cin/nodes.h"

namespace stardust::cin {

/// The index variables that `var` represents, outer ones first: {var}, or the operands of its fusion.
std::vector<IndexVar> fusedOf(const std::vector<Relation>& relations, const IndexVar& var);
/// The first of consecutive levels of the access that store these variables. None: the levels are not consecutive, or a
/// variable occurs twice.
std::optional<int> levelOf(const Access& access, const std::vector<IndexVar>& vars);
/// The access that the relation refers to, as read by the statement.
std::optional<Access> accessOf(const Pos& pos, const Stmt& stmt);

/// A loop over positions, or over a part of them after a split.
struct PositionLoop {
  Pos pos;
  bool isInnermost = true;  ///< consecutive iterations visit adjacent positions
  bool isOutermost = true;  ///< the positions of an iteration precede all positions of the next one
};
/// None: not a loop over positions.
std::optional<PositionLoop> positionLoop(const std::vector<Relation>& relations, const IndexVar& loop);

/// The outer coordinates of the positions that are among `indices`; positions are sorted by them. Consecutive runs of
/// positions share elements with these indices only at their boundaries. Without such coordinates, they may share
/// elements anywhere.
std::vector<IndexVar> orderedBy(const std::vector<Relation>& relations, const Pos& pos,
                                const std::vector<IndexVar>& indices);

}  // namespace stardust::cin
