// The loops of a statement: who encloses whom, what each iterates over, where each access is used and its levels become
// known.
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
  std::map<notation::IndexVar, cin::Derived> derived;  ///< what splits and fusions make of loop variables
  std::map<std::string, std::string> workspaceSites;   ///< workspace → the loop in whose body its where stands

  int depth(const std::string& loop) const { return loop.empty() ? 0 : loops.at(loop).depth; }
  /// The loop in whose body an index variable has its value.
  const std::string& loopOf(const notation::IndexVar& var) const;
  /// The loops that an index variable depends on: itself, or those it is derived from.
  std::vector<std::string> loopsOf(const notation::IndexVar& var) const;
  /// By level, the loop in whose body it is located (located/levels.h).
  std::vector<std::string> loopsOfLevels(const notation::Access& access) const;
  /// The deepest of the loops over `vars`; "" if there are none.
  std::string deepest(const std::vector<notation::IndexVar>& vars) const;
  /// Whether the value of an index variable depends on a loop.
  bool isOver(const std::string& loop, const notation::IndexVar& var) const;
  /// The outermost of the loops around `loop`, itself included; "" for "".
  std::string root(const std::string& loop) const;
};

/// Every loop has its own variable (unique_vars.h). Throws Error (internal): an unknown dimension.
LoopTree loopTree(const cin::Stmt& stmt, const Facts& facts);

/// What the statement's environment and the measured operands say of scanning. Refers to `facts`, which has to outlive
/// it.
iteration::Strategy strategyOf(const cin::Stmt& stmt, const Facts& facts);

/// The operator that reduces into a tensor; Set: none does.
notation::AssignOp operatorOf(const cin::Stmt& stmt, const std::string& tensor);

}  // namespace stardust::placement
