#include <fmt/format.h>

#include "schedule/legality.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {

Stmt bound(const Stmt& stmt, const cin::Bound& command, const Location& where) {
  if (command.extent < 1 || command.extent > cin::maxExtent)
    failUser(fmt::format("{} cannot be bound to {}", command.var, command.extent), where,
             "the bound is the extent of the variable", fmt::format("1 to {}", cin::maxExtent));
  const auto vars = indexVars(stmt);
  if (!contains(vars, command.var)) {
    const auto similar = nearest(command.var, vars);
    failUser(fmt::format("there is no index variable {}", command.var), where,
             vars.empty() ? "there are none" : fmt::format("there are {}", fmt::join(vars, ", ")),
             similar ? fmt::format("did you mean {}?", *similar) : "");
  }
  const cin::Extents known = knownExtents(stmt);
  const auto extent = known.find(command.var);
  if (extent != known.end() && extent->second != command.extent)
    failUser(fmt::format("{} is bound to {}, but its extent is {}", command.var, command.extent, extent->second), where,
             "bound states an extent, and does not change it",
             fmt::format("bound({}, {})", command.var, extent->second));
  const Stmt related = cin::suchThat(stmt, {command});
  requireExtents(related, where);
  return related;
}

}  // namespace stardust::schedule
