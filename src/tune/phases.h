// The order of the statements in the body of Accel, which wait for each other where they use the same memories.
#pragma once

#include <vector>

#include "spatial/nodes.h"

namespace stardust::tune {

/// The longest chain of statements, each of which waits for the one before: the sum of their cycles. A statement waits
/// for an earlier one if one of the two writes a memory, DRAM or register that the other uses; FIFOs couple running
/// statements. Quadratic in the statements.
double longestChain(const std::vector<const spatial::StmtNode*>& statements, const std::vector<double>& cycles);

}  // namespace stardust::tune
