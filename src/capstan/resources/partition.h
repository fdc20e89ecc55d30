// Partitioning of a compute context into a chain of PCUs.
#pragma once

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// The number of PCUs in the chain, at least one. Operations, and then reductions, are assigned in order, while the
/// unit has a stage for each, and enough scalar and vector inputs and outputs: the greedy cut of the original mapper
/// ([C] pir TraversalPartitioner). A value goes from the unit that computes it to all units that use it. Presets are
/// constants of a unit, and a counter's operands go to its control: neither is an input here. An operation that alone
/// exceeds a unit gets one of its own. Linear in the operations, for units with a few stages.
int chainLength(const Context& context, const Machine::Pcu& pcu);

/// The path of a vector of the innermost loop through the units of its operations; independent units work in parallel.
struct Pipeline {
  int units = 1;
  int depth = 1;  ///< units on the longest path
  int slack =
      0;  ///< the greatest number of units on another path to the same unit, while a vector waits in front of it
};
Pipeline pipelineOfInnermost(const Context& context, const Machine::Pcu& pcu);

}  // namespace stardust::capstan
