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
  if (constant(hashed) == 0) return where(s, made, Workspaces::Form::Dense, scope, out);
  const std::map<int, std::string> before = result_.counts;
  Body dense, inHash;
  Scope inner = scope;
  where(s, made, Workspaces::Form::Dense, inner, dense);
  const std::map<int, std::string> afterDense = std::exchange(result_.counts, before);
  inner = scope;
  where(s, made, Workspaces::Form::Hashed, inner, inHash);
  // Loops in chunks count in variables of their own.
  for (auto& [level, name] : result_.counts) {
    if (name == before.at(level)) continue;
    const std::string joined = names_.fresh(name);
    out.push_back(declare(joined, index(0)));
    dense.push_back(loops::assign(joined, variable(afterDense.at(level), Type::I64)));
    inHash.push_back(loops::assign(joined, variable(name, Type::I64)));
    name = joined;
  }
  out.push_back(ifThen(hashed, std::move(inHash), std::move(dense)));
}

void Lowering::where(const cin::Where& s, const std::vector<Access>& made, Workspaces::Form form, Scope& scope,
                     Body& out) {
  for (const Access& access : made) workspaces_.begin(access, form, scope, allocations(), out);
  locator_.locate(s.producer, scope, out);
  lower(s.producer, scope, out);
  for (const Access& access : made) {
    workspaces_.live.at(access.tensor.name).filled = true;
    scope.places.erase(notation::print(access));
  }
  if (made.size() == 1 && workspaces_.live.at(made[0].tensor.name).isSparse() && isPackedFrom(s.consumer, made[0])) {
    packRow(std::get<cin::Forall>(s.consumer->kind), made[0], scope, out);
    workspaces_.live.erase(made[0].tensor.name);
    return;
  }
  for (const Access& access : made)
    if (workspaces_.live.at(access.tensor.name).isSparse()) workspaces_.sortList(access, out);
  locator_.locate(s.consumer, scope, out);
  lower(s.consumer, scope, out);
  for (const Access& access : made) workspaces_.end(access, out);
}

}  // namespace stardust::loops
