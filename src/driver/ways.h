// The ways from an assignment to a program, as lists of passes (passes/pass.h, docs/internals/passes.md). Each list
// ends at a rung that a user can print.
#pragma once

#include "passes/cpu_loops.h"
#include "passes/spatial_text.h"

namespace stardust::driver {

struct WayToSpatial {
  passes::Way concrete = {"concretize"};
  passes::Way scheduled = {"schedule", "insert-workspaces", "accelerate-reductions", "bulk-transfers"};
  passes::Way planned = {"plan"};
  passes::Way lowered = passes::toSpatialText();

  passes::Way all() const { return passes::joined({concrete, scheduled, planned, lowered}); }
};

struct WayToC {
  passes::Way concrete = {"concretize", "rows-innermost"};
  passes::Way scheduled = {"schedule", "insert-sparse-workspaces", "accelerate-reductions", "hoist-factors"};
  passes::Way lowered = passes::toCpuLoops();

  passes::Way all() const { return passes::joined({concrete, scheduled, lowered}); }
};

}  // namespace stardust::driver
