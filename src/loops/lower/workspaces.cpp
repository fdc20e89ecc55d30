// Workspaces: variables; arrays that are filled anew each time; and for vectors that loops skip coordinates of, arrays with a list of what is
// stored, which costs nothing for what is not.
#include <algorithm>
#include <set>

#include "loops/lower/lowering.h"
#include "support/diagnostic.h"

namespace stardust::loops {

void Lowering::where(const cin::Where& s, Scope& scope, Body& out) {
  std::vector<Access> made;
  for (const cin::Assign& a : assignmentsIn(s.producer)) {
    const bool isNew = a.lhs.tensor.workspace && !workspaces_.count(a.lhs.tensor.name);
    bool isRead = false;
    for (const Access& access : accessesIn(s.consumer)) isRead = isRead || access.tensor.name == a.lhs.tensor.name;
    if (!isNew || !isRead) continue;
    begin(a.lhs, scope, out);
    made.push_back(a.lhs);
  }
  locate(s.producer, scope, out);
  lower(s.producer, scope, out);
  if (made.size() == 1 && workspaces_.at(made[0].tensor.name).isSparse() && isPackedFrom(s.consumer, made[0])) {
    packRow(std::get<cin::Forall>(s.consumer->kind), made[0], scope, out);
    workspaces_.erase(made[0].tensor.name);
    return;
  }
  for (const Access& access : made)
    if (workspaces_.at(access.tensor.name).isSparse()) sortList(access, out);
  locate(s.consumer, scope, out);
  lower(s.consumer, scope, out);
  for (const Access& access : made) end(access, out);
}

// Where much is stored, it is found again in order by looking at all that could be.
void Lowering::sortList(const Access& workspace, Body& out) {
  constexpr std::int64_t rare = 16;  // a compare and exchange of the sort costs about as much as a look at 2 flags, for 8 rounds of it
  const Workspace& w = workspaces_.at(workspace.tensor.name);
  const Expr length = variable(w.length, Type::I64);
  const std::string found = names_.fresh(workspace.tensor.name + "_found"), var = names_.fresh(workspace.tensor.name + "_at");
  const Expr at = variable(var, Type::I64), next = variable(found, Type::I64);
  const Body take = {store(w.list, next, cast(Type::I32, at)), loops::assign(found, add(next, index(1)))};
  const Body scan = {declare(found, index(0)), forLoop(var, index(0), w.size, {ifThen(load(w.stored, Type::Bool, at), take)})};
  out.push_back(ifThen(binary(BinaryOp::Lt, w.size, multiply(length, index(rare))), scan, {sort(w.list, index(0), length)}));
}

void Lowering::begin(const Access& access, const Scope& scope, Body& out) {
  const TensorVar& tensor = access.tensor;
  Workspace w;
  w.identity = identityOf(tensor);
  w.depth = scope.path.size();
  w.guards = scope.guards;
  w.values = names_.fresh(tensor.name);
  w.stored = names_.fresh(tensor.name + "_stored");
  if (tensor.order() == 0) {
    out.push_back(declare(w.values, w.identity));
    out.push_back(declare(w.stored, boolean(false)));
  } else {
    requireFits(access.indices);
    Expr product = index(1);
    for (const IndexVar& var : access.indices) product = multiply(product, extent(var));
    const Expr size = w.size = named(names_, prologue_, tensor.name + "_size", product);
    const bool isSparse = tensor.isSparseWorkspace(), once = scope.path.empty();
    allocations().push_back(allocate(w.values, type(), size, isSparse || once ? w.identity : Expr()));
    allocations().push_back(allocate(w.stored, Type::Bool, size, isSparse || once ? boolean(false) : Expr()));
    if (isSparse) {
      w.list = names_.fresh(tensor.name + "_list");
      w.length = names_.fresh(tensor.name + "_count");
      allocations().push_back(allocate(w.list, Type::I32, add(size, index(1))));  // one that is stored is written behind the last one, too
      out.push_back(declare(w.length, index(0)));
    } else if (!once) {
      const Expr at = variable(names_.fresh(tensor.name + "_at"), Type::I64);
      const std::string var = std::get<Variable>(at->kind).name;
      out.push_back(forLoop(var, index(0), size, {store(w.values, at, w.identity)}));
      out.push_back(forLoop(var, index(0), size, {store(w.stored, at, boolean(false))}));
    }
  }
  workspaces_[tensor.name] = std::move(w);
}

void Lowering::end(const Access& access, Body& out) {
  const Workspace w = workspaces_.at(access.tensor.name);
  workspaces_.erase(access.tensor.name);
  if (!w.isSparse()) return;
  const std::string var = names_.fresh(access.tensor.name + "_at");
  Body body;
  const Expr coordinate = named(names_, body, var + "_stored", cast(Type::I64, load(w.list, Type::I32, variable(var, Type::I64))));
  const Body forgotten = forgetting(w, coordinate);
  body.insert(body.end(), forgotten.begin(), forgotten.end());
  out.push_back(forLoop(var, index(0), variable(w.length, Type::I64), std::move(body)));
}

// What a sparse workspace holds where nothing is stored.
Body Lowering::forgetting(const Workspace& w, const Expr& coordinate) {
  return {store(w.stored, coordinate, boolean(false)), store(w.values, coordinate, w.identity)};
}

void Lowering::toScalar(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out) {
  const Workspace& w = workspaces_.at(s.lhs.tensor.name);
  const auto op = operatorOf(s.op);
  const Expr term = scope.mask ? masked(scope.mask, value) : value;
  out.push_back(loops::assign(w.values, op ? binary(*op, variable(w.values, type()), term) : term));
  out.push_back(loops::assign(w.stored, scope.mask ? either(variable(w.stored, Type::Bool), scope.mask) : boolean(true)));
}

void Lowering::toWorkspace(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out) {
  const Workspace& w = workspaces_.at(s.lhs.tensor.name);
  const auto places = scope.places.find(notation::print(s.lhs));
  require(places != scope.places.end() && !places->second.empty(), "the coordinates of a workspace are known");
  const Expr at = places->second.back().at;
  const auto op = operatorOf(s.op);
  out.push_back(store(w.values, at, value, op));
  if (w.isSparse()) {
    const Expr length = variable(w.length, Type::I64), isNew = inverse(load(w.stored, Type::Bool, at));
    out.push_back(store(w.list, length, cast(Type::I32, at)));
    out.push_back(loops::assign(w.length, add(length, cast(Type::I64, isNew))));
  }
  out.push_back(store(w.stored, at, boolean(true)));
}

// A workspace is complete if loops that skip nothing store each of its coordinates, and none of those that reduce is empty. The outermost of these
// may skip coordinates: whether it visits any is known where the workspace is.
void Lowering::noteComplete(const cin::Assign& s, const Scope& scope) {
  Workspace& w = workspaces_.at(s.lhs.tensor.name);
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
