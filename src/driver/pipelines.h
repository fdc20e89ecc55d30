// The pipelines from an assignment to a program, as lists of passes (passes/pass.h, docs/internals/passes.md). Each
// list ends with a printable intermediate form. The first one ends with the commands of the schedule.
#pragma once

#include "passes/cpu_loops.h"
#include "passes/spatial_text.h"

namespace stardust::driver {

struct SpatialPipeline {
  passes::Way begin = {"concretize", "schedule"};
  passes::Way scheduled = {"insert-workspaces", "accelerate-reductions", "bulk-transfers"};
  passes::Way planned = {"plan"};
  passes::Way lowered = passes::toSpatialText();

  passes::Way all() const { return passes::joined({begin, scheduled, planned, lowered}); }
};

struct CPipeline {
  passes::Way begin = {"concretize", "rows-innermost", "schedule"};
  passes::Way scheduled = {"insert-sparse-workspaces", "accelerate-reductions", "hoist-factors"};
  passes::Way lowered = passes::toCpuLoops();

  passes::Way all() const { return passes::joined({begin, scheduled, lowered}); }
};

}  // namespace stardust::driver
