// Lowers a scheduled statement to a stream graph.
#pragma once

#include <string>
#include <vector>

#include "cin/nodes.h"
#include "iteration/rewrite.h"
#include "sam/attributes.h"
#include "sam/nodes.h"

namespace stardust::sam {

/// The rules that made the blocks of one loop, for reports.
struct LoopRules {
  std::string var;
  std::vector<std::string> around;  ///< variables of the enclosing loops, outermost first
  iteration::Iteration iteration;
};

/// The parallel lanes of a graph.
struct Lanes {
  int count = 1;
  std::string loop;    ///< the outermost loop, whose iterations are forked; empty: none is
  std::string whyNot;  ///< why fewer than the schedule says; empty if as many
};

struct Lowered {
  Graph graph;
  std::vector<LoopRules> loops;
  Lanes lanes;
};

/// The rewrite table of SAM, as data. Every set has blocks: a scanner for each level, and joiners as the set is
/// written.
const iteration::Table& rewriteTable();

/// environment(outerPar, N) forks the iterations of the outermost loop to N lanes, at most `mostLanes`, where the
/// result keeps this loop as its first level, or is a scalar. `result` is the access that the statement defines.
/// Formats have dense and compressed levels, and the dimensions are known. Values are computed in `type`. Throws Error
/// (unsupported), with the place where it is known: a level that is read against its order, a workspace that is read in
/// other loops than it is written, derived index variables.
Lowered lower(const cin::Stmt& stmt, const notation::Access& result, ValueType type, int mostLanes = 1024);

/// The reductions of a statement that the user declares, for reading its graph back.
Declared declaredIn(const cin::Stmt& stmt);

}  // namespace stardust::sam
