// The loop tree of a statement: nesting, the iteration domain of each loop, and the loops in which each access is used
// and its levels are located.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "capstan/plan/plan.h"
#include "cin/query.h"

namespace stardust::placement {

struct LoopTree {
  std::map<std::string, Loop> loops;
  std::vector<cin::Use> uses;
  cin::Extents extents;                                ///< of loop variables and index variables
  std::map<notation::IndexVar, cin::Derived> derived;  ///< derivations of variables by splits and fusions
  std::map<std::string, std::string> workspaceSites;   ///< workspace → the loop whose body contains its `where`

  int depth(const std::string& loop) const { return loop.empty() ? 0 : loops.at(loop).depth; }
  /// The loop in whose body an index variable has its value.
  const std::string& loopOf(const notation::IndexVar& var) const;
  /// The loops on which an index variable depends: its own, or those from which it is derived.
  std::vector<std::string> loopsOf(const notation::IndexVar& var) const;
  /// By level, the loop in whose body it is located (located/located_levels.h).
  std::vector<std::string> loopsOfLevels(const notation::Access& access) const;
  /// The deepest loop over `vars`; "" if there is none.
  std::string deepest(const std::vector<notation::IndexVar>& vars) const;
  /// Whether the value of an index variable depends on a loop.
  bool isOver(const std::string& loop, const notation::IndexVar& var) const;
  /// The outermost loop around `loop`, or `loop` itself; "" for "".
  std::string root(const std::string& loop) const;
};

/// Every loop has its own variable (unique_vars.h). Throws Error (internal) for an unknown dimension.
LoopTree loopTree(const cin::Stmt& stmt, const Facts& facts);

/// The scanning strategy from the statement's environment and the measured operands. Refers to `facts`, which must
/// outlive it.
iteration::Strategy strategyOf(const cin::Stmt& stmt, const Facts& facts);

/// The operator that reduces into a tensor; Set if there is none.
notation::AssignOp operatorOf(const cin::Stmt& stmt, const std::string& tensor);

}  // namespace stardust::placement
