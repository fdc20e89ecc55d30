// Where the cycles of a run went: the chain of waits, and the share of each block.
#pragma once

#include <vector>

#include "sim/sam/simulate.h"

namespace stardust::sim_sam {

/// From the last writer back along the input that each block waited for longest, until a block that mostly worked; in
/// the order of the streams.
std::vector<std::int32_t> criticalPathOf(const sam::Graph& graph, const Report& report);

/// The cycles of the writers that ended last, handed back along their waits: a block keeps the share in which it
/// worked, or waited for room, and hands the rest to the blocks that it waited for. `order` is topological.
std::vector<double> blameOf(const sam::Graph& graph, const std::vector<std::int32_t>& order, const Report& report);

}  // namespace stardust::sim_sam
