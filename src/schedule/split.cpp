#include <fmt/format.h>

#include "schedule/legality.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

// forall(i, S) → forall(io, forall(ii, S)); S still uses i, which is derived from io and ii.
template <class Split>
Stmt splitLoop(const Stmt& stmt, const Split& command, const Location& where) {
  if (command.factor < 1 || command.factor > cin::maxExtent)
    failUser(fmt::format("{} cannot be split by {}", command.parent, command.factor), where,
             "the factor is the number of iterations of one of the two loops", fmt::format("1 to {}", cin::maxExtent));
  requireLoop(stmt, command.parent, where);
  requireNotDerived(stmt, command.parent, where);
  requireNotExecuted(stmt, command.parent, where);
  requireFresh(stmt, {command.outer, command.inner}, where);
  const Stmt result = replaceUnmapped(stmt, [&](const Stmt& s) {
    const auto* loop = std::get_if<cin::Forall>(&s->kind);
    return loop && loop->var == command.parent ? cin::forall({command.outer, command.inner}, loop->body) : Stmt();
  });
  if (!result)
    failUser(fmt::format("the loop over {} is mapped to a function of the backend", command.parent), where,
             "the function computes the loop as it is", "split it before it is mapped");
  const Stmt related = cin::suchThat(result, {command});
  requireExtents(related, where);
  return related;
}

}  // namespace

Stmt splitUp(const Stmt& stmt, const cin::SplitUp& command, const Location& where) {
  return splitLoop(stmt, command, where);
}
Stmt splitDown(const Stmt& stmt, const cin::SplitDown& command, const Location& where) {
  return splitLoop(stmt, command, where);
}

}  // namespace stardust::schedule
