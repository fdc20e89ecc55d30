#include "loops/lower/boundary_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "levels/registry.h"
#include "loops/lower/chunks.h"
#include "loops/lower/result_levels.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

// The loops around the assignment to a tensor, outermost first.
std::optional<std::vector<IndexVar>> pathTo(const cin::Stmt& stmt, const std::string& tensor) {
  for (const cin::PlacedAssign& placed : cin::placedAssignments(stmt))
    if (placed.assign.lhs.tensor.name == tensor) return placed.around;
  return std::nullopt;
}

}  // namespace

std::optional<BoundaryRow> boundaryRowOf(const cin::Forall& loop, const StatementFacts& facts) {
  const auto counting = cin::positionLoop(facts.relations, loop.var);
  if (!counting || !counting->isOutermost || facts.writers != 1 || isAppended(facts.result)) return std::nullopt;
  BoundaryRow row;
  row.access = facts.result;
  const auto path = pathTo(cin::forall(loop.var, loop.body), row.access.tensor.name);
  if (!path) return std::nullopt;
  const auto known = cin::derivedNames(facts.relations, *path);
  if (!notation::contains(*path, counting->pos.position) && !notation::contains(known, counting->pos.position))
    return std::nullopt;
  for (const cin::Assign& a : assignmentsIn(loop.body))
    if (a.lhs.tensor.name == row.access.tensor.name) row.op = a.op;
  row.keys = cin::orderedBy(facts.relations, counting->pos, row.access.indices);
  if (row.op == AssignOp::Set || row.keys.empty() ||
      row.keys.size() == cin::fusedOf(facts.relations, counting->pos.parent).size())
    return std::nullopt;
  return row;
}

bool isOverBoundaryRows(const IndexVar& var, const Scope& scope) {
  return scope.chunk && scope.chunk->boundaryRow && scope.chunk->boundaryRow->keys.back() == var &&
         scope.limits.count(var);
}

Stmt boundaryOrInterior(const Scope& scope, const Emit& body) {
  const BoundaryRow& row = *scope.chunk->boundaryRow;
  Expr isFirst = boolean(true);
  for (std::size_t n = 0; n < row.keys.size(); ++n)
    isFirst = both(isFirst, binary(BinaryOp::Eq, scope.vars.at(row.keys[n]), row.first[n]));
  const auto lowered = [&](bool first) {
    Scope inner = scope;
    inner.isInFirstRow = first;
    Body out;
    body(inner, out);
    return out;
  };
  Body first = lowered(true), other = lowered(false);
  return ifThen(isFirst, std::move(first), std::move(other));
}

std::optional<BoundaryRow> BoundaryRows::begin(const cin::Forall& loop, const std::string& chunk, const Expr& begin,
                                               const Scope& outer, Body& out) {
  if (cin::determinedBy(facts_.relations, facts_.result.indices).count(loop.var)) return std::nullopt;
  std::optional<BoundaryRow> shared = boundaryRowOf(loop, facts_);
  if (!shared) return std::nullopt;
  BoundaryRow& row = *shared;
  const PositionRange& range = outer.ranges.at(cin::positionLoop(facts_.relations, loop.var)->pos.position);
  const Format& format = range.access.tensor.format;
  const Expr at =
      named(names_, out, "at", add(range.beginOf(range.last), coordinates_.positionOf(loop.var, begin, outer)));
  const Expr isAny = named(names_, out, "any", binary(BinaryOp::Lt, at, range.endOf(range.last)));
  const std::vector<Expr> positions = positionsAbove(range, at, out);
  for (std::size_t level = 0; level < row.keys.size(); ++level) {
    const int l = static_cast<int>(level);
    Expr coordinate = positions[level];
    if (!levels::of(format.level(l)).hasLocate)
      coordinate = arrays_.coordinate(range.access.tensor.name, l, coordinate);
    else if (l > 0) coordinate = subtract(coordinate, multiply(positions[level - 1], dimOf(range.access, l)));
    row.first.push_back(named(names_, out, row.keys[level] + "_shared", select(isAny, coordinate, index(-1))));
    row.firstOfChunks.push_back(names_.fresh(row.keys[level] + "_shared_of"));
    out.push_back(loops::store(row.firstOfChunks.back(), variable(chunk, Type::I64), row.first.back()));
  }
  row.parts = names_.fresh(row.access.tensor.name + "_parts");
  row.size = index(1);
  for (const IndexVar& var : row.access.indices)
    if (!notation::contains(row.keys, var)) row.size = multiply(row.size, extent(var));
  return shared;
}

// The positions in all levels, down to the last level of the range, of the fibers that contain position `at` of that
// level.
std::vector<Expr> BoundaryRows::positionsAbove(const PositionRange& range, Expr at, Body& out) {
  std::vector<Expr> positions(static_cast<std::size_t>(range.last) + 1, at);
  for (int level = range.last; level > 0; --level) {
    const levels::Definition& below = levels::of(range.access.tensor.format.level(level));
    if (below.hasLocate)
      at = named(names_, out, "at",
                 binary(BinaryOp::Div, at, binary(BinaryOp::Max, dimOf(range.access, level), index(1))));
    else if (!below.isBranchless) at = ranges_.parentOfPosition(range, level - 1, at, out);
    positions[static_cast<std::size_t>(level) - 1] = at;
  }
  return positions;
}

void BoundaryRows::allocateParts(const BoundaryRow& row, const Expr& chunks, Body& out) {
  for (const std::string& array : row.firstOfChunks) out.push_back(allocate(array, Type::I64, chunks));
  out.push_back(allocate(row.parts, type(), multiply(chunks, row.size), identityOf(row.access.tensor)));
}

Expr BoundaryRows::offsetIn(const BoundaryRow& row, const Scope& scope) {
  Expr offset = index(0);
  for (const IndexVar& var : row.access.indices) {
    if (notation::contains(row.keys, var)) continue;
    offset = add(multiply(offset, extent(var)), scope.vars.at(var));
  }
  return offset;
}

void BoundaryRows::store(const Expr& value, const Scope& scope, Body& out) {
  const BoundaryRow& row = *scope.chunk->boundaryRow;
  const Expr begin = multiply(variable(scope.chunk->var, Type::I64), row.size);
  out.push_back(reducingStore(row.parts, add(begin, offsetIn(row, scope)), value, ofElements(row.op)));
}

void BoundaryRows::combine(const BoundaryRow& row, const Expr& chunks, Body& out) {
  const std::string chunk = names_.fresh("chunk");
  const Expr n = variable(chunk, Type::I64);
  Scope scope;
  Body body, element;
  for (std::size_t key = 0; key < row.keys.size(); ++key)
    scope.vars[row.keys[key]] = named(names_, body, row.keys[key], load(row.firstOfChunks[key], Type::I64, n));
  const Expr isAny = binary(BinaryOp::Ge, scope.vars.at(row.keys.front()), index(0));
  std::vector<IndexVar> others;
  for (const IndexVar& var : row.access.indices)
    if (!notation::contains(row.keys, var) && !notation::contains(others, var)) others.push_back(var);
  std::vector<std::string> names;
  for (const IndexVar& var : others) {
    names.push_back(names_.fresh(var));
    scope.vars[var] = variable(names.back(), Type::I64);
  }
  const Expr part = load(row.parts, type(), add(multiply(n, row.size), offsetIn(row, scope)));
  locator_.locate(row.access, scope, element);
  element.push_back(reducingStore(arrays_.values(row.access.tensor), scope.places.find(row.access)->back().at, part,
                                  ofElements(row.op)));
  for (std::size_t at = others.size(); at-- > 0;)
    element = {forLoop(names[at], index(0), extent(others[at]), std::move(element))};
  out.push_back(note(fmt::format("reduce into {} the rows that chunks share", row.access.tensor.name)));
  if (options_.manyThreads) return out.push_back(combineByRow(row, chunks, chunk, body, element));
  body.push_back(ifThen(isAny, std::move(element)));
  out.push_back(forLoop(chunk, index(0), chunks, std::move(body)));
}

// The first of the chunks that share a row adds the parts of all of them, in order.
Stmt BoundaryRows::combineByRow(const BoundaryRow& row, const Expr& chunks, const std::string& chunk, const Body& keys,
                                const Body& element) {
  const std::string first = names_.fresh("first"), other = names_.fresh("next");
  const Expr at = variable(first, Type::I64), next = variable(other, Type::I64);
  const auto isSameRow = [&](const Expr& a, const Expr& b) {
    Expr same = boolean(true);
    for (const std::string& key : row.firstOfChunks)
      same = both(same, equals(load(key, Type::I64, a), load(key, Type::I64, b)));
    return same;
  };
  const Expr continues = both(less(index(0), at), isSameRow(subtract(at, index(1)), at));
  Body part = {let(chunk, next)};
  append(part, keys);
  append(part, element);
  part.push_back(loops::assign(other, add(next, index(1))));
  const Expr isAnyFirst = binary(BinaryOp::Ge, load(row.firstOfChunks.front(), Type::I64, at), index(0));
  Body run = {declare(other, at), whileLoop(both(less(next, chunks), isSameRow(at, next)), std::move(part))};
  return forLoop(first, index(0), chunks, {ifThen(both(isAnyFirst, inverse(continues)), std::move(run))},
                 Order::Parallel);
}

}  // namespace stardust::loops
