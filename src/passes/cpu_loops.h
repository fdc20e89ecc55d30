// From a scheduled statement to the loops that the CPU's back end prints.
#pragma once

#include "passes/pass.h"

namespace stardust::passes {

/// lower-to-loops, and all passes over loops.
const Way& toCpuLoops();
/// Options of lower-to-loops for functions that these passes then rewrite.
loops::LoweringOptions forCpu(loops::LoweringOptions options);

/// A function for the CPU from a scheduled statement: all of it in one call, for who wants no pass by itself. Verified.
loops::Function cpuLoops(const cin::Stmt& stmt, const std::string& name, const loops::LoweringOptions& options = {});

}  // namespace stardust::passes
