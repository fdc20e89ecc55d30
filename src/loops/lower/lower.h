// Lowering from concrete index notation to the imperative IR.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cin/nodes.h"
#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Properties of the processor and its backend that select between versions of loops.
struct LoweringOptions {
  machine::Processor processor = {};  ///< profitability thresholds of loop forms
  /// Whether the backend has branchless code on wide vectors for these loops, which unite two fibers. Null: no.
  std::function<bool(const Body&)> unitesWithoutBranches = {};
  /// Whether thousands of iterations of a parallel loop run at the same time, so that loops between the parallel ones
  /// have to be parallel, too.
  bool manyThreads = false;
};

/// The format in which a result with this format is assembled, before its conversion.
Format assembledFormat(const Format& wanted);

/// Generates a function in plain loops that computes the result of `stmt` from the arrays of its operands, in the
/// formats of the accesses. The statement must be scheduled, and must write a sparse result in storage order, each
/// coordinate once (schedule::insertWorkspaces). A map means its body. The function is not verified, since the passes
/// of a backend follow. Deterministic. O(statement x accesses). Throws Error (unsupported): a result format other than
/// assembledFormat(), or a compressed level without a loop that visits it in order; (user): a fraction in an integer
/// assignment.
Function lower(const cin::Stmt& stmt, const std::string& name, const LoweringOptions& options = {});

}  // namespace stardust::loops
