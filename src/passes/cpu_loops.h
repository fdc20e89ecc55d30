// From a scheduled statement to loops for the CPU backend.
#pragma once

#include "passes/pass.h"

namespace stardust::passes {

/// lower-to-loops, followed by all passes over loops.
const Pipeline& toCpuLoops();
/// Options of lower-to-loops for functions to which these passes apply.
loops::LoweringOptions forCpu(loops::LoweringOptions options);

/// Runs the whole pipeline in one call: a verified function for the CPU from a scheduled statement.
loops::Function cpuLoops(const cin::Stmt& stmt, const std::string& name, const loops::LoweringOptions& options = {});

}  // namespace stardust::passes
