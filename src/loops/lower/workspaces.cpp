#include "loops/lower/workspaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "levels/registry.h"
#include "loops/idioms/masked.h"
#include "loops/pass_utilities.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

Stmt noteOfClearing(const std::string& workspace) { return note(fmt::format("clear {}", workspace)); }

}  // namespace

// Sorts the coordinate list; for a dense enough row, rebuilds it by a scan of the flags instead.
void Workspaces::sortList(const Access& workspace, Body& out) {
  const Workspace& w = live.at(workspace.tensor.name);
  const Expr length = variable(w.length, Type::I64);
  out.push_back(note(fmt::format("sort the coordinates of {}", workspace.tensor.name)));
  if (w.isHashed()) return out.push_back(sort(w.list, index(0), length));
  const std::string found = names_.fresh(workspace.tensor.name + "_found"),
                    var = names_.fresh(workspace.tensor.name + "_at");
  const Expr at = variable(var, Type::I64), next = variable(found, Type::I64);
  const Body take = {store(w.list, next, cast(Type::I32, at)), loops::assign(found, add(next, index(1)))};
  const Body scan = {declare(found, index(0)),
                     forLoop(var, index(0), w.size, {ifThen(load(w.stored, Type::Bool, at), take)})};
  out.push_back(
      ifThen(binary(BinaryOp::Lt, w.size, multiply(length, index(options_.processor.workspace.flagsForSorted))), scan,
             {sort(w.list, index(0), length)}));
}

Expr Workspaces::sizeOf(const Access& workspace) {
  const auto known = sizes_.find(workspace.tensor.name);
  if (known != sizes_.end()) return known->second;
  requireFits(workspace.indices);
  Expr product = index(1);
  for (const IndexVar& var : workspace.indices) product = multiply(product, extent(var));
  return sizes_[workspace.tensor.name] = named(names_, prologue_, workspace.tensor.name + "_size", product);
}

Expr Workspaces::entriesOf(const cin::Stmt& stmt) {
  Expr entries = index(0);
  for (const Access& access : accessesIn(stmt)) {
    if (access.tensor.workspace || access.tensor.order() == 0) continue;
    const bool counts = levels::of(access.tensor.format.level(0)).hasLocate;
    const Expr roots = counts ? dimOf(access, 0) : arrays_.position(access.tensor.name, 0, index(1));
    entries = add(entries, positionsBefore(access, access.tensor.order() - 1, roots));
  }
  return entries;
}

// A dense workspace is allocated once and indexed directly. It is preferable if it is small, or if it is filled densely
// and its working set fits in cache.
Expr Workspaces::isHashed(const Access& workspace, const cin::Stmt& producer) {
  const auto known = hashed_.find(workspace.tensor.name);
  if (known != hashed_.end()) return known->second;
  const Expr size = sizeOf(workspace);
  const Expr worth = binary(BinaryOp::Max, index(options_.processor.workspace.small),
                            multiply(entriesOf(producer), index(options_.processor.workspace.elementsForEntry)));
  const Expr most = binary(BinaryOp::Min, index(options_.processor.workspace.mostDense), worth);
  return hashed_[workspace.tensor.name] =
             named(names_, prologue_, workspace.tensor.name + "_hashed", binary(BinaryOp::Gt, size, most));
}

void Workspaces::begin(const Access& access, Form form, const Scope& scope, Body& allocations, Body& out) {
  const TensorVar& tensor = access.tensor;
  Workspace w;
  w.identity = identityOf(tensor);
  w.depth = scope.path.size();
  w.guards = scope.guards;
  w.values = names_.fresh(tensor.name);
  if (tensor.isSparseWorkspace()) {
    beginSparse(access, form, w, allocations, out);
  } else {
    w.stored = names_.fresh(tensor.name + "_stored");
    if (tensor.order() > 0) beginDense(access, w, scope, allocations, out);
    else out.insert(out.end(), {declare(w.values, w.identity), declare(w.stored, boolean(false))});
  }
  live[tensor.name] = std::move(w);
}

void Workspaces::beginSparse(const Access& access, Form form, Workspace& w, Body& allocations, Body& out) {
  const std::string& name = access.tensor.name;
  w.list = names_.fresh(name + "_list");
  w.length = names_.fresh(name + "_count");
  if (form == Form::Hashed) {
    w.keys = names_.fresh(name + "_keys");
    if (isWide()) w.listType = Type::I64;
    allocations.push_back(allocate(w.keys, Type::I64, index(0)));
    allocations.push_back(allocate(w.list, w.listType, index(0)));
    allocations.push_back(allocate(w.values, w.identity->type, index(0)));
  } else {
    w.stored = names_.fresh(name + "_stored");
    w.size = sizeOf(access);
    const Expr room = select(hashed_.at(name), index(0), w.size);
    allocations.push_back(allocate(w.values, w.identity->type, room, w.identity));
    allocations.push_back(allocate(w.stored, Type::Bool, room, boolean(false)));
    allocations.push_back(allocate(w.list, Type::I32, add(room, index(1))));  // one extra element: a duplicate
                                                                              // coordinate is written past the end
  }
  out.push_back(declare(w.length, index(0)));
}

void Workspaces::beginDense(const Access& access, Workspace& w, const Scope& scope, Body& allocations, Body& out) {
  w.size = sizeOf(access);
  const bool once = scope.path.empty();
  allocations.push_back(allocate(w.values, w.identity->type, w.size, once ? w.identity : Expr()));
  allocations.push_back(allocate(w.stored, Type::Bool, w.size, once ? boolean(false) : Expr()));
  if (once) return;
  out.push_back(noteOfClearing(access.tensor.name));
  const std::string var = names_.fresh(access.tensor.name + "_at");
  const Expr at = variable(var, Type::I64);
  out.push_back(forLoop(var, index(0), w.size, {store(w.values, at, w.identity)}));
  out.push_back(forLoop(var, index(0), w.size, {store(w.stored, at, boolean(false))}));
}

void Workspaces::end(const Access& access, Body& out) {
  const Workspace w = live.at(access.tensor.name);
  live.erase(access.tensor.name);
  if (!w.isListed()) return;
  if (w.isHashed()) return append(out, forgettingKeys(access.tensor.name, w));
  const std::string var = names_.fresh(access.tensor.name + "_at");
  Body body;
  append(body, forgetting(w, named(names_, body, var + "_stored", w.listed(variable(var, Type::I64)))));
  out.push_back(noteOfClearing(access.tensor.name));
  out.push_back(forLoop(var, index(0), variable(w.length, Type::I64), std::move(body)));
}

Body Workspaces::forgetting(const Workspace& w, const Expr& coordinate) {
  return {store(w.stored, coordinate, boolean(false)), store(w.values, coordinate, w.identity)};
}

Body Workspaces::forgettingKeys(const std::string& name, const Workspace& w) {
  return {noteOfClearing(name), clear({w.keys, w.values, w.identity, w.list, variable(w.length, Type::I64)})};
}

Position Workspaces::slotOf(const Workspace& w, const Expr& key, Body& out) {
  const Expr slot = named(names_, out, w.values + "_slot", find(w.keys, key));
  return {slot, binary(BinaryOp::Ge, slot, index(0))};
}

void Workspaces::toScalar(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out) {
  const Workspace& w = live.at(s.lhs.tensor.name);
  const Expr term = scope.mask ? masked(scope.mask, value) : value;
  out.push_back(loops::assign(w.values, reduced(ofElements(s.op), variable(w.values, w.identity->type), term)));
  out.push_back(
      loops::assign(w.stored, scope.mask ? either(variable(w.stored, Type::Bool), scope.mask) : boolean(true)));
}

void Workspaces::toArray(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out) {
  const Workspace& w = live.at(s.lhs.tensor.name);
  require(scope.places.depthOf(s.lhs) > 0, "the coordinates of a workspace are known");
  const Expr at = scope.places.find(s.lhs)->back().at;
  if (w.isHashed()) return toHashed(w, at, value, s.op, out);
  out.push_back(reducingStore(w.values, at, value, ofElements(s.op)));
  if (w.isListed()) {
    const Expr length = variable(w.length, Type::I64), isNew = inverse(load(w.stored, Type::Bool, at));
    out.push_back(store(w.list, length, cast(Type::I32, at)));
    out.push_back(loops::assign(w.length, add(length, cast(Type::I64, isNew))));
  }
  out.push_back(store(w.stored, at, boolean(true)));
}

// Writes the key past the end of the list; the length grows only if the key is new.
void Workspaces::toHashed(const Workspace& w, const Expr& key, const Expr& value, AssignOp op, Body& out) {
  const Expr length = variable(w.length, Type::I64);
  const std::string slot = names_.fresh(w.values + "_slot");
  out.push_back(grow(w.list, add(length, index(1))));
  out.push_back(store(w.list, length, converted(w.listType, key)));
  out.push_back(declare(slot, index(0)));
  out.push_back(insert({key, w.keys, w.values, slot, w.length, w.identity}));
  out.push_back(reducingStore(w.values, variable(slot, Type::I64), value, ofElements(op)));
}

// A workspace is complete if loops without skipped coordinates store each of its coordinates and the reduction loops
// are non-empty. The outermost reduction loop may skip coordinates, since a condition known at the workspace tells
// whether it visits any.
void Workspaces::noteComplete(const cin::Assign& s, const Scope& scope) {
  Workspace& w = live.at(s.lhs.tensor.name);
  ++w.writers;
  const bool skips = scope.path.size() > w.depth && !scope.whole[w.depth] && scope.runs[w.depth];
  if (!scope.visitsAll(w.depth + skips, w.guards)) return;
  std::vector<IndexVar> reducing(scope.path.begin() + static_cast<std::ptrdiff_t>(w.depth), scope.path.end());
  std::set<IndexVar> parts;
  for (const IndexVar& var : s.lhs.indices)
    for (const IndexVar& part : cin::componentsOf(facts_.relations, scope.path, var)) parts.insert(part);
  for (const IndexVar& part : parts) {
    const auto loop = std::find(reducing.begin(), reducing.end(), part);
    if (loop == reducing.end() || (skips && part == scope.path[w.depth])) return;
    reducing.erase(loop);
  }
  Expr runs = boolean(true);
  for (const IndexVar& var : reducing) {
    const bool isSkipping = skips && var == scope.path[w.depth];
    if (isSkipping) runs = both(runs, scope.runs[w.depth]);
    else if (!constant(extent(var))) runs = both(runs, binary(BinaryOp::Gt, extent(var), index(0)));
  }
  w.complete = w.complete ? either(w.complete, runs) : runs;
}

}  // namespace stardust::loops
