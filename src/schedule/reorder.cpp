#include <fmt/format.h>

#include <algorithm>

#include "cin/loop_order.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

void requireLoops(const Stmt& stmt, const Reorder& command, const Location& where) {
  const auto loops = loopVars(stmt);
  for (std::size_t n = 0; n < command.vars.size(); ++n) {
    const IndexVar& var = command.vars[n];
    if (!contains(loops, var)) {
      const auto similar = nearest(var, loops);
      failUser(fmt::format("there is no loop over {} to reorder", var), where, fmt::format("the loops are {}", fmt::join(loops, ", ")),
               similar ? fmt::format("did you mean {}?", *similar) : "");
    }
    if (std::count(command.vars.begin(), command.vars.end(), var) > 1)
      failUser(fmt::format("{} is named twice", var), where, "reorder lists each loop once, outermost first");
  }
}

// The named loops take, in the order named, the places that they have in the nest.
std::vector<IndexVar> permuted(const std::vector<IndexVar>& nest, const std::vector<IndexVar>& named) {
  std::vector<IndexVar> order = nest;
  auto next = named.begin();
  for (IndexVar& var : order)
    if (contains(named, var)) var = *next++;
  return order;
}

void requireLevelOrder(const std::vector<IndexVar>& order, const Stmt& body, const Location& where) {
  const auto place = [&](const IndexVar& var) { return std::find(order.begin(), order.end(), var) - order.begin(); };
  for (const notation::Access& access : allAccesses(body)) {
    const auto levels = cin::levelOrder(access);
    for (std::size_t l = 1; l < levels.size(); ++l) {
      if (!contains(order, levels[l - 1]) || !contains(order, levels[l]) || place(levels[l - 1]) < place(levels[l])) continue;
      failUser(fmt::format("{} cannot be outside {}", levels[l], levels[l - 1]), where,
               fmt::format("{} ({}) stores {} below {}, and a sparse level is only reached through those above it",
                           notation::print(access), toString(access.tensor.format), levels[l], levels[l - 1]),
               fmt::format("store {} in another mode order (-f={}:LEVELS:ORDER)", access.tensor.name, access.tensor.name));
    }
  }
}

}  // namespace

Stmt reorder(const Stmt& stmt, const Reorder& command, const Location& where) {
  requireLoops(stmt, command, where);
  const Stmt result = replaceFirst(stmt, [&](const Stmt& s) {
    const Nest nest = nestOf(s);
    if (!std::all_of(command.vars.begin(), command.vars.end(), [&](const IndexVar& v) { return contains(nest.vars, v); })) return Stmt();
    const auto order = permuted(nest.vars, command.vars);
    requireLevelOrder(order, nest.body, where);
    return cin::forall(order, nest.body);
  });
  if (!result)
    failUser(fmt::format("the loops {} are not directly nested", fmt::join(command.vars, ", ")), where,
             "another statement stands between them: " + cin::print(stmt), "reorder before the precompute that separates them");
  return result;
}

}  // namespace stardust::schedule
