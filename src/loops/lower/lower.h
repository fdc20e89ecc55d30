// From concrete index notation to the imperative IR.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cin/nodes.h"
#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Facts about the processor and its back end that choose between loops.
struct LoweringOptions {
  machine::Processor processor = {};  ///< from how much on a form of a loop pays
  /// Whether the back end runs these loops, which unite two fibers, without branches where vectors are wide. Null: no.
  std::function<bool(const Body&)> unitesWithoutBranches = {};
};

/// The format in which a result is assembled that is wanted in this one, and is converted afterwards.
Format assembledFormat(const Format& wanted);

/// A function in plain loops that computes the result of `stmt` from the arrays of its operands, in the formats that
/// the accesses name. The statement is scheduled, and a result that is not dense is written in the order in which it is
/// stored, each coordinate once (schedule::insertWorkspaces). A map means its body. Not verified: a back end's passes
/// follow. Deterministic. O(statement x accesses). Throws Error (unsupported): a result in another format
/// than assembledFormat() gives, or whose compressed levels no loop of their own visits in order; (user): a fraction in
/// an integer assignment.
Function lower(const cin::Stmt& stmt, const std::string& name, const LoweringOptions& options = {});

}  // namespace stardust::loops
