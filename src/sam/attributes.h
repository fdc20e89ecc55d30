// The attributes of the nodes of graph files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "operators/table.h"
#include "sam/dot_syntax.h"
#include "sam/nodes.h"

namespace stardust::sam {

/// Reductions that a user declares, besides the operators of the table.
using Declared = std::vector<operators::Op>;

/// The block of a node, with its attributes, its ports, and no sources. Throws Error (user) with a caret: an unknown
/// type or attribute, or a value out of range.
Block blockOf(const DotNode& node, const Declared& declared = {});
/// Whether the node is a `broadcast`, which is no block.
bool isBroadcast(const DotNode& node);

/// The attributes that `blockOf` reads back, in order, without the ports of joiners.
std::vector<std::pair<std::string, std::string>> attributesOf(const Block& block);

/// The tensors of a graph's comment, "X=ss01,B=ss10,c=none". Throws Error (user) with a caret.
std::vector<Tensor> tensorsOf(const DotAttribute& comment);
/// The same as text.
std::string textOf(const std::vector<Tensor>& tensors);

/// Adds the ports of the lanes of a fork or a join: lane-0, lane-1, …
void addLanes(Block& block, std::size_t lanes);
inline constexpr int mostLanes = 1024;

/// Adds the two inputs and the output of an operand of a joiner. `side`: operands of one side share its coordinates.
void addOperand(Block& joiner, const std::string& operand, int side);

}  // namespace stardust::sam
