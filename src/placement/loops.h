// The loops of a statement: who encloses whom, what each iterates over, where each access is used.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "placement/plan.h"

namespace stardust::placement {

/// One occurrence of an access in an assignment.
struct Use {
  notation::Access access;
  std::string loop;     ///< innermost forall around the assignment, "" top
  bool written = false;
  bool accumulated = false;  ///< the left-hand side of a +=
};

struct LoopTree {
  std::map<std::string, Loop> loops;
  std::string outermost;   ///< the first outermost loop, "" if there is none
  std::vector<Use> uses;   ///< in program order: the right-hand side of an assignment before its left-hand side

  int depth(const std::string& loop) const { return loop.empty() ? 0 : loops.at(loop).depth; }
  /// The deepest of the loops over `vars`; "" if there are none.
  std::string deepest(const std::vector<notation::IndexVar>& vars) const;
  bool encloses(const std::string& outer, const std::string& inner) const;  ///< or is the same
};

/// Every loop has its own variable (unique_vars.h). Throws Error (unsupported): no rewrite rule for a loop, a statement form without a lowering; (internal) an unknown dimension.
LoopTree loopTree(const cin::Stmt& stmt);

}  // namespace stardust::placement
