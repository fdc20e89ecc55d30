// Loops over the positions of an operand (pos). Such a loop, or the innermost one of those that it was split into, is
// the loops over the coordinates that it stands for, led by the operand and limited to some of its positions:
// everything else is located.
#include <fmt/format.h>

#include <algorithm>

#include "levels/registry.h"
#include "loops/lower/lowering.h"
#include "loops/lower/merge.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"

namespace stardust::loops {

const IndexVar& Lowering::scheduledAs(const IndexVar& loop) const {
  const auto known = scheduledAs_.find(loop);
  return known == scheduledAs_.end() ? loop : known->second;
}

void Lowering::overPositions(const cin::Forall& loop, const cin::PositionLoop& counting, const Scope& outer,
                             Body& out) {
  const IndexVar& position = counting.pos.position;
  Scope scope = outer;
  openPositions(counting.pos, loop, scope, out);
  std::vector<IndexVar> path = outer.path;
  path.push_back(loop.var);
  const auto known = cin::derivedNames(facts_.relations, path);
  if (loop.var == position || std::find(known.begin(), known.end(), position) != known.end())
    countPositions(loop, counting, scope, out);
  else overCoordinates(loop, scope, out);
}

// Where the positions begin and end, and how far the variables go that count them.
void Lowering::openPositions(const cin::Pos& pos, const cin::Forall& loop, Scope& scope, Body& out) {
  if (scope.ranges.count(pos.position)) return;
  const std::vector<IndexVar> vars = cin::fusedOf(facts_.relations, pos.parent);
  PositionRange range;
  range.access = cin::accessOf(pos, loop.body).value();
  range.first = cin::levelOf(range.access, vars).value();
  range.last = range.first + static_cast<int>(vars.size()) - 1;
  range.parent = parentOf(range.access, range.first, scope);
  const std::string& tensor = range.access.tensor.name;
  for (int level = range.first; level <= range.last; ++level) {
    const auto [begin, end] = level == range.first
                                  ? locator_.fiber(range.access, level, range.parent)
                                  : std::pair(positionsBelow(range.access, level, range.beginOf(level - 1)),
                                              positionsBelow(range.access, level, range.endOf(level - 1)));
    range.begin.push_back(named(names_, out, fmt::format("{}{}_first", tensor, level + 1), begin));
    range.end.push_back(named(names_, out, fmt::format("{}{}_last", tensor, level + 1), end));
  }
  const auto note = [&](const IndexVar& var, const Expr& extent) {
    scope.extents[var] = named(names_, out, var + "_dim", extent);
  };
  note(pos.position, subtract(range.endOf(range.last), range.beginOf(range.last)));
  for (const cin::Relation& relation : facts_.relations)
    match(
        relation, [](const auto&) {},
        [&](const cin::SplitUp& r) {
          if (!scope.extents.count(r.parent)) return;
          note(r.outer, ceilDivide(scope.extents.at(r.parent), index(r.factor)));
          note(r.inner, index(r.factor));
        },
        [&](const cin::SplitDown& r) {
          if (!scope.extents.count(r.parent)) return;
          note(r.outer, index(r.factor));
          note(r.inner, ceilDivide(scope.extents.at(r.parent), index(r.factor)));
        });
  scope.ranges[pos.position] = std::move(range);
}

// The position that belongs to iteration `at` of an outermost part, all the others being at their first.
Expr Lowering::positionOf(const IndexVar& part, Expr at, const Scope& scope) {
  IndexVar var = part;
  for (auto relation = facts_.relations.rbegin(); relation != facts_.relations.rend(); ++relation)
    match(
        *relation, [](const auto&) {},
        [&](const cin::SplitUp& r) {
          if (r.outer != var) return;
          at = multiply(at, index(r.factor));
          var = r.parent;
        },
        [&](const cin::SplitDown& r) {
          if (r.outer != var) return;
          at = multiply(at, extent(r.inner, scope));
          var = r.parent;
        });
  return at;
}

// The loop with which the position is known. Where its iterations stand beside each other, one run of positions is
// visited; else one position in each.
void Lowering::countPositions(const cin::Forall& loop, const cin::PositionLoop& counting, const Scope& outer,
                              Body& out) {
  const cin::Pos& pos = counting.pos;
  const Expr first = outer.ranges.at(pos.position).beginOf(outer.ranges.at(pos.position).last);
  if (loop.var == pos.position) return visitAllPositions(loop, pos, outer, out);
  const bool isRun = counting.isInnermost;
  const std::string var = isRun ? std::string() : names_.fresh(loop.var);
  Body inside;
  Body& here = isRun ? out : inside;
  Scope scope = outer;
  scope.path.push_back(loop.var);
  scope.vars[loop.var] = isRun ? index(0) : variable(var, Type::I64);
  Expr count = isRun ? extent(loop.var, outer) : index(1), exists = boolean(true);
  for (const cin::Derived& d : cin::derivedHere(facts_.relations, scope.path, facts_.extents)) {
    if (!scope.extents.count(d.var)) continue;
    const Expr value = scope.vars[d.var] = named(names_, here, d.var, derived(d, scope));
    if (isRun) count = binary(BinaryOp::Min, count, subtract(extent(d.var, scope), value));
    else exists = both(exists, less(value, extent(d.var, scope)));
  }
  const Expr begin = named(names_, here, pos.position + "_begin", add(first, scope.vars.at(pos.position)));
  const Expr end = named(names_, here, pos.position + "_end", add(begin, count));
  if (isRun) {
    const IndexVar innermost = cin::fusedOf(facts_.relations, pos.parent).back();
    scheduledAs_[innermost] = loop.var;
    visitPositions(loop, pos, begin, end, outer, out);
    scheduledAs_.erase(innermost);
    return;
  }
  scope.whole.push_back(false);
  scope.runs.push_back(Expr());
  ++scope.guards;
  Body visited;
  visitPositions(loop, pos, begin, end, scope, visited);
  inside.push_back(ifThen(exists, std::move(visited)));
  out.push_back(counted(loop, var, index(0), extent(loop.var, outer), std::move(inside)));
}

// A loop that was not split. As the outermost one it can be cut into chunks.
void Lowering::visitAllPositions(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out) {
  const std::vector<IndexVar> vars = cin::fusedOf(facts_.relations, pos.parent);
  scheduledAs_[vars.back()] = loop.var;
  const bool isRoot = outer.path.empty() && vars.size() > 1 && !estimate_;
  const PositionRange& range = outer.ranges.at(pos.position);
  const Root root{names_.fresh(pos.position), index(0), extent(pos.position, outer)};
  if (isRoot && mayBeChunked(loop, root)) mayBeChunked_ = true;
  if (isRoot && chunked_ && mayBeChunked(loop, root)) {
    shared_.insert(loop.var);
    Scope scope = outer;  // the loops over coordinates are inside
    scope.path.push_back(loop.var);
    scope.whole.push_back(false);
    scope.runs.push_back(Expr());
    const auto emit = [&](const Expr& begin, const Expr& end, Body& chunk) {
      const Expr first = range.beginOf(range.last);
      visitPositions(loop, pos, named(names_, chunk, pos.position + "_begin", add(first, begin)),
                     named(names_, chunk, pos.position + "_end", add(first, end)), scope, chunk);
    };
    chunkedLoop(loop, root, outer, emit, out);
  } else {
    visitPositions(loop, pos, Expr(), Expr(), outer, out);
  }
  scheduledAs_.erase(vars.back());
}

// The loops over the coordinates that are stored from position `begin` until `end`; everywhere, if these are null.
void Lowering::visitPositions(const cin::Forall& loop, const cin::Pos& pos, const Expr& begin, const Expr& end,
                              Scope scope, Body& out) {
  const std::vector<IndexVar> vars = cin::fusedOf(facts_.relations, pos.parent);
  limit(scope, scope.ranges.at(pos.position), begin, end, out);
  const cin::Stmt last = summed(vars.back(), loop.body);
  const cin::Stmt nest = cin::forall(std::vector<IndexVar>(vars.begin(), vars.end() - 1), last);
  locator_.locate(nest, scope, out);
  lower(nest, scope, out);
}

void Lowering::limit(Scope& scope, const PositionRange& range, const Expr& begin, const Expr& end, Body& out) {
  const Format& format = range.access.tensor.format;
  Expr from = begin, until = end;
  for (int level = range.last; level >= range.first; --level) {
    const IndexVar& var = varOfLevel(range.access, level);
    scope.limits[var] = {{range.access, level}, from, until, level == range.first};
    if (level == range.first || !begin) continue;
    const levels::Definition& below = levels::of(format.level(level));
    if (below.hasLocate) {
      const Expr dim = binary(BinaryOp::Max, dimOf(range.access, level), index(1));
      const std::string prefix = fmt::format("{}{}", range.access.tensor.name, level);
      from = named(names_, out, prefix + "_from", binary(BinaryOp::Div, from, dim));
      until = named(names_, out, prefix + "_until", ceilDivide(until, dim));
    } else if (!below.isBranchless) {
      const Expr lastOne = parentOfPosition(range, level - 1, subtract(until, index(1)), out);
      from = parentOfPosition(range, level - 1, from, out);
      until = binary(BinaryOp::Min, add(lastOne, index(1)), range.endOf(level - 1));
    }
  }
}

// The position of a level with whose fiber the position `at` of the level below is; where that is behind all, the end.
Expr Lowering::parentOfPosition(const PositionRange& range, int level, const Expr& at, Body& out) {
  const std::string prefix = fmt::format("{}{}", range.access.tensor.name, level + 1),
                    pos = arrays_.pos(range.access.tensor.name, level + 1);
  const std::string low = names_.fresh(prefix), high = names_.fresh(prefix + "_high"),
                    middle = names_.fresh(prefix + "_middle");
  const Expr from = variable(low, Type::I64), until = variable(high, Type::I64), mid = variable(middle, Type::I64);
  const Expr wanted = named(names_, out, prefix + "_wanted", at);
  out.push_back(declare(low, range.beginOf(level)));
  out.push_back(declare(high, range.endOf(level)));
  const Expr half = binary(BinaryOp::Div, subtract(until, from), index(2));
  const Expr isBefore = binary(BinaryOp::Le, load(pos, Type::I64, add(mid, index(1))), wanted);
  out.push_back(whileLoop(less(from, until),
                          {let(middle, add(from, half)),
                           ifThen(isBefore, {loops::assign(low, add(mid, index(1)))}, {loops::assign(high, mid)})}));
  return from;
}

// Coordinates of a dense level, of which only some positions are visited.
void Lowering::limitCoordinates(Merge& merge, const LevelLimit& limit, const Scope& outer, Body& out) {
  const auto& [access, level] = limit.level;
  const Expr before = level == 0 ? index(0) : multiply(parentOf(access, level, outer).at, merge.extent);
  const std::string prefix = fmt::format("{}{}", access.tensor.name, level + 1);
  Expr begin = subtract(limit.begin, before), end = subtract(limit.end, before);
  if (!limit.isInFiber) {
    begin = binary(BinaryOp::Max, begin, index(0));
    end = binary(BinaryOp::Min, end, merge.extent);
  }
  merge.begin = named(names_, out, prefix + "_begin", begin);
  merge.end = named(names_, out, prefix + "_end", end);
}

// forall(innermost, y(i) += e), where y(i) += ws follows the loop over all that is added to one element: a sum is kept
// in a variable.
cin::Stmt Lowering::summed(const IndexVar& innermost, const cin::Stmt& body) {
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
