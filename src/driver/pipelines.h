// The pipelines from an assignment to a program, as lists of passes (passes/pass.h, docs/internals/passes.md). Each
// list ends with a printable intermediate form. The first one ends with the commands of the schedule.
#pragma once

#include "passes/cpu_loops.h"
#include "passes/gpu_loops.h"
#include "passes/spatial_text.h"

namespace stardust::driver {

struct SpatialPipeline {
  passes::Pipeline begin = {"concretize", "schedule"};
  passes::Pipeline scheduled = {"insert-workspaces", "accelerate-reductions", "bulk-transfers"};
  passes::Pipeline planned = {"plan"};
  passes::Pipeline lowered = passes::toSpatialText();

  passes::Pipeline all() const { return passes::concatenated({begin, scheduled, planned, lowered}); }
};

struct CPipeline {
  passes::Pipeline begin = {"concretize", "rows-innermost", "schedule"};
  passes::Pipeline scheduled = {"insert-sparse-workspaces", "accelerate-reductions", "hoist-factors"};
  passes::Pipeline lowered = passes::toCpuLoops();

  passes::Pipeline all() const { return passes::concatenated({begin, scheduled, lowered}); }
};

struct GpuPipeline {
  passes::Pipeline begin = CPipeline().begin;
  passes::Pipeline scheduled = CPipeline().scheduled;
  passes::Pipeline lowered = passes::toGpuLoops();

  passes::Pipeline all() const { return passes::concatenated({begin, scheduled, lowered}); }
};

}  // namespace stardust::driver
