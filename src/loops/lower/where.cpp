// Wheres: the producer fills workspaces, the consumer reads them.
#include <set>
#include <utility>

#include "loops/lower/lowering.h"

namespace stardust::loops {

std::vector<Access> Lowering::madeBy(const cin::Where& s) const {
  std::set<std::string> read, seen;
  for (const Access& access : accessesIn(s.consumer)) read.insert(access.tensor.name);
  std::vector<Access> made;
  for (const cin::Assign& a : assignmentsIn(s.producer)) {
    const std::string& name = a.lhs.tensor.name;
    if (a.lhs.tensor.workspace && !workspaces_.live.count(name) && read.count(name) && seen.insert(name).second)
      made.push_back(a.lhs);
  }
  return made;
}

// Where a workspace may be too large to be dense, both forms are in the function.
void Lowering::where(const cin::Where& s, Scope& scope, Body& out) {
  const std::vector<Access> made = madeBy(s);
  Expr hashed = boolean(false);
  for (const Access& access : made)
    if (access.tensor.isSparseWorkspace()) hashed = either(hashed, workspaces_.isHashed(access, s.producer));
  const Way dense = [&](Scope& inner, Body& body) { whereDense(s, made, inner, body); };
  const Way inHash = [&](Scope& inner, Body& body) {
    for (const Access& access : made) workspaces_.begin(access, Workspaces::Form::Hashed, inner, allocations(), body);
    fillAndRead(s, made, inner, body);
  };
  if (constant(hashed) == 0) dense(scope, out);
  else inTwoWays(hashed, inHash, dense, scope, out);
}

// Where so much is stored that all flags are looked at, nothing need be listed.
void Lowering::whereDense(const cin::Where& s, const std::vector<Access>& made, Scope& scope, Body& out) {
  for (const Access& access : made) workspaces_.begin(access, Workspaces::Form::Dense, scope, allocations(), out);
  const Expr much = storesMuch(s, made, scope);
  if (!much) return fillAndRead(s, made, scope, out);
  const Workspace listed = workspaces_.live.at(made[0].tensor.name);
  const auto with = [&](const Workspace& w) -> Way {
    return [&, w](Scope& inner, Body& body) {
      workspaces_.live[made[0].tensor.name] = w;
      fillAndRead(s, made, inner, body);
    };
  };
  inTwoWays(much, with(listed.withoutList()), with(listed), scope, out);
}

// One of two ways to the same, as a condition says.
void Lowering::inTwoWays(const Expr& condition, const Way& then, const Way& otherwise, const Scope& scope, Body& out) {
  const std::map<int, std::string> before = result_.counts;
  Body first, second;
  Scope inner = scope;
  otherwise(inner, second);
  const std::map<int, std::string> afterSecond = std::exchange(result_.counts, before);
  inner = scope;
  then(inner, first);
  // Loops in chunks count in variables of their own.
  for (auto& [level, name] : result_.counts) {
    if (name == before.at(level)) continue;
    const std::string joined = names_.fresh(name);
    out.push_back(declare(joined, index(0)));
    second.push_back(loops::assign(joined, variable(afterSecond.at(level), Type::I64)));
    first.push_back(loops::assign(joined, variable(name, Type::I64)));
    name = joined;
  }
  out.push_back(ifThen(condition, std::move(first), std::move(second)));
}

void Lowering::fillAndRead(const cin::Where& s, const std::vector<Access>& made, Scope& scope, Body& out) {
  locator_.locate(s.producer, scope, out);
  lower(s.producer, scope, out);
  for (const Access& access : made) {
    workspaces_.live.at(access.tensor.name).filled = true;
    scope.places.erase(notation::print(access));
  }
  if (isPacked(s, made)) {
    packRow(std::get<cin::Forall>(s.consumer->kind), made[0], scope, out);
    workspaces_.live.erase(made[0].tensor.name);
    return;
  }
  for (const Access& access : made)
    if (workspaces_.live.at(access.tensor.name).isListed()) workspaces_.sortList(access, out);
  locator_.locate(s.consumer, scope, out);
  lower(s.consumer, scope, out);
  for (const Access& access : made) workspaces_.end(access, out);
}

}  // namespace stardust::loops
