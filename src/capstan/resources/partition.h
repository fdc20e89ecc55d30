// How the operations of a compute context are dealt to a chain of PCUs.
#pragma once

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// PCUs of the chain, at least one. The operations, and then the reductions, are taken in order, as long as a unit has
/// a stage for each, and inputs and outputs, of words and of vectors, for what they take and give: the greedy cut of
/// the original's mapper ([C] pir TraversalPartitioner). A value goes from the unit that makes it to all that need it.
/// Presets are constants of a unit, and what counters need goes to its control: neither is an input here. An operation
/// that alone needs more than a unit has gets one of its own. Linear in the operations, for units of a few stages.
int chainLength(const Context& context, const Machine::Pcu& pcu);

/// How a vector of the innermost loop goes through the units that its operations alone need: those that wait for
/// nothing of each other work side by side.
struct Pipeline {
  int units = 1;
  int depth = 1;  ///< units one after the other on the longest way
  int slack =
      0;  ///< units that a vector passes elsewhere, at most, while one that it will meet waits in front of a unit
};
Pipeline pipelineOfInnermost(const Context& context, const Machine::Pcu& pcu);

}  // namespace stardust::capstan
