// Where the where of a precompute stands; internal to the room.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "schedule/parts.h"
#include "schedule/schedule.h"
#include "schedule/search.h"
#include "schedule/site.h"

namespace stardust::schedule {

/// Everything that one precompute needs to know.
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
  std::size_t outside = 0;         ///< outside how many loops of the site the where stands, less those consumed
  std::set<std::size_t> consumed;  ///< loops inside that move into the producer, to be reduced there
};
/// `replaced`: the right-hand side that reads the workspace. User error if the workspace cannot be filled where it is
/// read.
Placement placementFor(const Site& site, const Request& request, const Replaced& replaced);

/// The place in the trail of the outermost statement that the where may stand around.
std::size_t placeOfWhere(const Site& site, const Request& request, const Placement& placement);

}  // namespace stardust::schedule
