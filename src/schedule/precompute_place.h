// Placement of the where of a precompute; internal to the room.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "schedule/schedule.h"
#include "schedule/search.h"
#include "schedule/site.h"
#include "schedule/subexpressions.h"

namespace stardust::schedule {

/// The inputs of one precompute.
struct Request {
  const cin::Stmt& root;
  const Precompute& command;
  Location where;
  const std::vector<cin::Relation>& relations;

  bool asked(const notation::IndexVar& var) const { return contains(command.vars, var); }
  notation::Expr renamed(const notation::Expr& e) const { return rename(e, command.vars, command.workspaceVars); }
  notation::IndexVar renamed(const notation::IndexVar& var) const {
    const auto at = std::find(command.vars.begin(), command.vars.end(), var);
    return at == command.vars.end() ? var : command.workspaceVars[static_cast<std::size_t>(at - command.vars.begin())];
  }
};

struct Placement {
  std::size_t outside = 0;         ///< number of loops of the site outside the where, except the consumed ones
  std::set<std::size_t> consumed;  ///< inner loops that move into the producer and are reduced there
};
/// `replaced`: the right-hand side that reads the workspace. Throws Error (user) if the workspace cannot be filled
/// where it is read.
Placement placementFor(const Site& site, const Request& request, const Replaced& replaced);

/// The index in the trail of the outermost statement that the where may enclose.
std::size_t placeOfWhere(const Site& site, const Request& request, const Placement& placement);

}  // namespace stardust::schedule
