#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "schedule/legality.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

using notation::AssignOp;

void requireLoops(const Stmt& stmt, const Reorder& command, const Location& where) {
  for (const IndexVar& var : command.vars) {
    requireLoop(stmt, var, where);
    if (std::count(command.vars.begin(), command.vars.end(), var) > 1)
      failUser(fmt::format("{} is named twice", var), where, "reorder lists each loop once, outermost first");
  }
}

// Permutes the named loops among their positions in the nest.
std::vector<IndexVar> permuted(const std::vector<IndexVar>& nest, const std::vector<IndexVar>& named) {
  std::vector<IndexVar> order = nest;
  auto next = named.begin();
  for (IndexVar& var : order)
    if (contains(named, var)) var = *next++;
  return order;
}

// Iterations commute if each coordinate is written once, or always with the same commutative operator. For replacing
// assignments the last write counts: loops that revisit a coordinate must keep their relative order.
void requireSameMeaning(const std::vector<cin::Relation>& relations, const Nest& nest,
                        const std::vector<IndexVar>& order, const Location& where) {
  const std::set<std::string> local = localWorkspaces(nest.body);
  const auto all = cin::assignmentsIn(nest.body);
  for (const cin::Assign& assign : all) {
    const bool commutes =
        assign.op != AssignOp::Set && std::all_of(all.begin(), all.end(), [&](const cin::Assign& other) {
          return other.lhs.tensor.name != assign.lhs.tensor.name || other.op == assign.op;
        });
    if (commutes || local.count(assign.lhs.tensor.name) != 0) continue;
    const std::set<IndexVar> fixed = cin::determinedBy(relations, assign.lhs.indices);
    const auto returning = [&](const std::vector<IndexVar>& loops) {
      std::vector<IndexVar> vars;
      for (const IndexVar& var : loops)
        if (fixed.count(var) == 0) vars.push_back(var);
      return vars;
    };
    const auto before = returning(nest.vars);
    if (returning(order) == before) continue;
    std::vector<IndexVar> legal = order;
    auto next = before.begin();
    for (IndexVar& var : legal)
      if (fixed.count(var) == 0) var = *next++;
    failUser(fmt::format("the loops {} cannot change their order", fmt::join(before, ", ")), where,
             fmt::format("each of their iterations overwrites {}, and the last one determines its value",
                         notation::print(assign.lhs)),
             fmt::format("reorder({})", fmt::join(legal, ", ")));
  }
}

[[noreturn]] void failNotNested(const Stmt& stmt, const Reorder& command, const Location& where) {
  // The longest run of named loops that are directly nested, as a suggestion.
  std::vector<IndexVar> best;
  replaceFirst(stmt, [&](const Stmt& s) {
    std::vector<IndexVar> named;
    for (const IndexVar& var : nestOf(s).vars)
      if (contains(command.vars, var)) named.push_back(var);
    if (named.size() > best.size()) best = named;
    return Stmt();
  });
  std::vector<IndexVar> legal;
  for (const IndexVar& var : command.vars)
    if (contains(best, var)) legal.push_back(var);
  const std::string loops =
      legal.size() > 1 ? fmt::format("reorder({})", fmt::join(legal, ", ")) : "name loops with nothing between them";
  failUser(fmt::format("the loops {} are not directly nested", fmt::join(command.vars, ", ")), where,
           "another statement is between them: " + cin::print(stmt),
           loops + "; reorder loops before the command that separates them");
}

}  // namespace

Stmt reorder(const Stmt& stmt, const Reorder& command, const Location& where) {
  requireLoops(stmt, command, where);
  const Stmt result = replaceFirst(stmt, [&](const Stmt& s) {
    const Nest nest = nestOf(s);
    if (!std::all_of(command.vars.begin(), command.vars.end(),
                     [&](const IndexVar& v) { return contains(nest.vars, v); }))
      return Stmt();
    const auto order = permuted(nest.vars, command.vars);
    requireSameMeaning(cin::relationsOf(stmt), nest, order, where);
    return cin::forall(order, nest.body);
  });
  if (!result) failNotNested(stmt, command, where);
  return result;
}

}  // namespace stardust::schedule
