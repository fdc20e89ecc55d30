// Loops over the positions of an operand: what pos, and splits after it, make of loops over coordinates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cin/nodes.h"

namespace stardust::cin {

/// The index variables that `var` stands for, outer ones first: {var}, or those that it was fused of.
std::vector<IndexVar> fusedOf(const std::vector<Relation>& relations, const IndexVar& var);
/// The level of the access from which on levels store these variables, one below the other. None: they do not stand so,
/// or one of them stands twice.
std::optional<int> levelOf(const Access& access, const std::vector<IndexVar>& vars);
/// The access that the relation means, where the statement reads it.
std::optional<Access> accessOf(const Pos& pos, const Stmt& stmt);

/// A loop that counts positions, alone or as a part of those that were split.
struct PositionLoop {
  Pos pos;
  bool isInnermost = true;  ///< the positions of successive iterations stand beside each other
  bool isOutermost = true;  ///< the positions of an iteration come before all those of the next one
};
/// None: the loop counts something else.
std::optional<PositionLoop> positionLoop(const std::vector<Relation>& relations, const IndexVar& loop);

/// Of what the positions count, the outer coordinates that are among `indices`: positions come in their order. So runs
/// of successive positions share elements with these indices where they touch, and nowhere else; if there are none,
/// anywhere.
std::vector<IndexVar> orderedBy(const std::vector<Relation>& relations, const Pos& pos,
                                const std::vector<IndexVar>& indices);

}  // namespace stardust::cin
