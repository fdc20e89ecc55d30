#include "loops/lower/position_loops.h"

#include <algorithm>

#include "loops/lower/notes.h"
#include "notation/accumulate.h"

namespace stardust::loops {

bool PositionLoops::lower(const cin::Forall& loop, const cin::PositionLoop& counting, Scope& scope, Body& out) {
  const IndexVar& position = counting.pos.position;
  ranges_.open(counting.pos, loop, scope, out);
  std::vector<IndexVar> path = scope.path;
  path.push_back(loop.var);
  const bool isAll = loop.var == position;
  if (!isAll && !notation::contains(cin::derivedNames(facts_.relations, path), position)) return false;
  if (isAll) visitAll(loop, counting.pos, scope, out);
  else if (counting.isInnermost) visitRun(loop, counting.pos, scope, out);
  else visitEach(loop, counting.pos, scope, out);
  return true;
}

// One iteration at a known position: the position and the variables derived from it.
PositionLoops::Iteration PositionLoops::iteration(const cin::Forall& loop, const cin::Pos& pos, const Expr& at,
                                                  const Scope& outer, Body& out) {
  Iteration made{outer, {}, {}};
  made.scope.path.push_back(loop.var);
  made.scope.vars[loop.var] = at;
  for (const cin::Derived& d : cin::derivedHere(facts_.relations, made.scope.path, facts_.extents)) {
    if (!made.scope.extents.count(d.var)) continue;
    const Expr value = named(names_, out, d.var, coordinates_.derived(d, made.scope));
    made.scope.vars[d.var] = value;
    made.derived.emplace_back(value, extent(d.var, made.scope));
  }
  const PositionRange& range = outer.ranges.at(pos.position);
  made.begin =
      named(names_, out, pos.position + "_begin", add(range.beginOf(range.last), made.scope.vars.at(pos.position)));
  return made;
}

// Adjacent iterations form one run of positions.
void PositionLoops::visitRun(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out) {
  out.push_back(noteOf(loop, outer.ranges.at(pos.position).access));
  Expr count = extent(loop.var, outer);
  const Iteration first = iteration(loop, pos, index(0), outer, out);
  for (const auto& [value, extent] : first.derived) count = binary(BinaryOp::Min, count, subtract(extent, value));
  const Expr end = named(names_, out, pos.position + "_end", add(first.begin, count));
  Scope scope = outer;
  scope.scheduled[cin::fusedOf(facts_.relations, pos.parent).back()] = loop.var;
  visit(loop, pos, first.begin, end, std::move(scope), out);
}

// Non-adjacent iterations: each is a run of one position.
void PositionLoops::visitEach(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out) {
  const std::string var = names_.fresh(loop.var);
  Body inside, visited;
  Iteration one = iteration(loop, pos, variable(var, Type::I64), outer, inside);
  Expr exists = boolean(true);
  for (const auto& [value, extent] : one.derived) exists = both(exists, less(value, extent));
  const Expr end = named(names_, inside, pos.position + "_end", add(one.begin, index(1)));
  Scope scope = outer;
  scope.enter(loop.var);
  scope.vars = one.scope.vars;
  ++scope.guards;
  visit(loop, pos, one.begin, end, std::move(scope), visited);
  inside.push_back(ifThen(exists, std::move(visited)));
  out.push_back(noteOf(loop, outer.ranges.at(pos.position).access));
  out.push_back(counted(loop, outer, var, index(0), extent(loop.var, outer), std::move(inside)));
}

// An unsplit loop over positions. As the outermost loop, it can be partitioned into chunks.
void PositionLoops::visitAll(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out) {
  const std::vector<IndexVar> vars = cin::fusedOf(facts_.relations, pos.parent);
  const PositionRange& range = outer.ranges.at(pos.position);
  const Counting counting{names_.fresh(pos.position), index(0), extent(pos.position, outer)};
  const bool isChunked = outer.path.empty() && vars.size() > 1 && chunks_.canPartition(loop, counting);
  if (isChunked) context_.plan.mayBeChunked = true;
  Scope scope = outer;
  scope.scheduled[vars.back()] = loop.var;
  if (!isChunked || !context_.inChunks) {
    out.push_back(noteOf(loop, range.access));
    return visit(loop, pos, Expr(), Expr(), std::move(scope), out);
  }
  context_.executions.shared.insert(loop.var);
  scope.enter(loop.var);  // scope of the inner loops over coordinates
  const auto emit = [&](const Expr& begin, const Expr& end, const Scope& inner, Body& chunk) {
    chunk.push_back(noteOf(loop, range.access));
    const Expr first = range.beginOf(range.last);
    const Expr behind = named(names_, chunk, pos.position + "_end", add(first, end));
    visit(loop, pos, named(names_, chunk, pos.position + "_begin", add(first, begin)), behind, inner, chunk);
  };
  chunks_.lower(loop, counting, scope, emit, out);
}

// Emits the loops over the coordinates at positions [begin, end); all coordinates if these are null.
void PositionLoops::visit(const cin::Forall& loop, const cin::Pos& pos, const Expr& begin, const Expr& end, Scope scope,
                          Body& out) {
  const std::vector<IndexVar> vars = cin::fusedOf(facts_.relations, pos.parent);
  ranges_.limit(scope, scope.ranges.at(pos.position), begin, end, out);
  const cin::Stmt last = summed(vars.back(), loop.body);
  const cin::Stmt nest = cin::forall(std::vector<IndexVar>(vars.begin(), vars.end() - 1), last);
  locator_.locate(nest, scope, out);
  statements_.lower(nest, scope, out);
}

// Scalar replacement: forall(innermost, y(i) += e) becomes a sum in a scalar ws, followed by y(i) += ws.
cin::Stmt PositionLoops::summed(const IndexVar& innermost, const cin::Stmt& body) {
  const auto* assign = std::get_if<cin::Assign>(&body->kind);
  const cin::Stmt loop = cin::forall(innermost, body);
  if (!assign || assign->op == AssignOp::Set || notation::reductionTerms(assign->op, assign->rhs).size() != 1)
    return loop;
  const auto& indices = assign->lhs.indices;
  if (std::find(indices.begin(), indices.end(), innermost) != indices.end() ||
      (assign->lhs.tensor.workspace && indices.empty()))
    return loop;
  TensorVar sum;
  sum.name = names_.fresh("sum");
  sum.format = Format(onChip);
  sum.type = assign->lhs.tensor.type;
  sum.workspace = true;
  if (notation::reducesAll(assign->op)) facts_.reduces[sum.name] = assign->op;
  return cin::where(cin::assign(assign->lhs, assign->op, notation::access(sum, {})),
                    cin::forall(innermost, cin::assign({sum, {}}, assign->op, assign->rhs)));
}

}  // namespace stardust::loops
