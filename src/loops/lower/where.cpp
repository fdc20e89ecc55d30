#include "loops/lower/where.h"

#include <utility>

namespace stardust::loops {

// A live workspace belongs to an outer where.
Wheres::Made Wheres::madeBy(const cin::Where& s) const {
  Made made;
  for (const Access& workspace : cin::filledBy(s))
    if (!workspaces_.live.count(workspace.tensor.name)) made.push_back(workspace);
  return made;
}

void Wheres::lower(const cin::Where& s, Scope& scope, Body& out) {
  const Made made = madeBy(s);
  Expr hashed = boolean(false);
  for (const Access& access : made)
    if (access.tensor.isSparseWorkspace()) hashed = either(hashed, workspaces_.isHashed(access, s.producer));
  const Emit dense = [&](Scope& inner, Body& body) { lowerDense(s, made, inner, body); };
  const Emit inHash = [&](Scope& inner, Body& body) {
    for (const Access& access : made)
      workspaces_.begin(access, Workspaces::Form::Hashed, inner, allocations(inner), body);
    fillAndRead(s, made, inner, body);
  };
  if (constant(hashed) == 0) dense(scope, out);
  else versioned(hashed, inHash, dense, scope, out);
}

// A row that is dense enough is scanned by its flags and needs no coordinate list.
void Wheres::lowerDense(const cin::Where& s, const Made& made, Scope& scope, Body& out) {
  for (const Access& access : made) workspaces_.begin(access, Workspaces::Form::Dense, scope, allocations(scope), out);
  const Expr much = packing_.isDenselyFilled(s, made, scope);
  if (!much) return fillAndRead(s, made, scope, out);
  const Workspace listed = workspaces_.live.at(made[0].tensor.name);
  const auto with = [&](const Workspace& w) -> Emit {
    return [&, w](Scope& inner, Body& body) {
      workspaces_.live[made[0].tensor.name] = w;
      fillAndRead(s, made, inner, body);
    };
  };
  versioned(much, with(listed.withoutList()), with(listed), scope, out);
}

// Loop versioning: two equivalent versions, selected by a condition at run time.
void Wheres::versioned(const Expr& condition, const Emit& then, const Emit& otherwise, const Scope& scope, Body& out) {
  const std::map<int, std::string> before = result_.counts;
  // Completeness conditions of outer workspaces may refer to variables of one version, which are undefined in the other
  // and after both.
  const auto forget = [&, around = workspaces_.live] {
    for (auto& [name, workspace] : workspaces_.live)
      if (const auto known = around.find(name); known != around.end()) workspace.complete = known->second.complete;
  };
  Body first, second;
  Scope inner = scope;
  otherwise(inner, second);
  forget();
  const std::map<int, std::string> afterSecond = std::exchange(result_.counts, before);
  inner = scope;
  then(inner, first);
  forget();
  // Each version of a chunked loop has its own counters.
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

void Wheres::fillAndRead(const cin::Where& s, const Made& made, Scope& scope, Body& out) {
  locator_.locate(s.producer, scope, out);
  statements_.lower(s.producer, scope, out);
  for (const Access& access : made) {
    workspaces_.live.at(access.tensor.name).filled = true;
    scope.places.forget(access);
  }
  if (isPacked(s, made, facts_)) {
    packing_.packRow(std::get<cin::Forall>(s.consumer->kind), made[0], scope, out);
    workspaces_.live.erase(made[0].tensor.name);
    return;
  }
  for (const Access& access : made)
    if (workspaces_.live.at(access.tensor.name).isListed()) workspaces_.sortList(access, out);
  locator_.locate(s.consumer, scope, out);
  statements_.lower(s.consumer, scope, out);
  for (const Access& access : made) workspaces_.end(access, out);
}

}  // namespace stardust::loops
