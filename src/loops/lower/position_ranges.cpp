#include "loops/lower/position_ranges.h"

#include <fmt/format.h>

#include <tuple>

#include "levels/registry.h"

namespace stardust::loops {

void PositionRanges::open(const cin::Pos& pos, const cin::Forall& loop, Scope& scope, Body& out) {
  if (scope.ranges.count(pos.position)) return;
  const std::vector<IndexVar> vars = cin::fusedOf(facts_.relations, pos.parent);
  PositionRange range;
  range.access = cin::accessOf(pos, loop.body).value();
  range.first = cin::levelOf(range.access, vars).value();
  range.last = range.first + static_cast<int>(vars.size()) - 1;
  range.parent = parentOf(range.access, range.first, scope);
  const std::string& tensor = range.access.tensor.name;
  for (int level = range.first; level <= range.last; ++level) {
    Expr begin, end;
    if (level == range.first) {
      std::tie(begin, end) = locator_.fiber(range.access, level, range.parent);
    } else {
      begin = positionsBelow(range.access, level, range.beginOf(level - 1));
      end = positionsBelow(range.access, level, range.endOf(level - 1));
    }
    range.begin.push_back(named(names_, out, fmt::format("{}{}_first", tensor, level + 1), begin));
    range.end.push_back(named(names_, out, fmt::format("{}{}_last", tensor, level + 1), end));
  }
  noteExtents(pos.position, subtract(range.endOf(range.last), range.beginOf(range.last)), scope, out);
  scope.ranges[pos.position] = std::move(range);
}

void PositionRanges::noteExtents(const IndexVar& position, const Expr& count, Scope& scope, Body& out) {
  const auto note = [&](const IndexVar& var, const Expr& extent) {
    scope.extents[var] = named(names_, out, var + "_dim", extent);
  };
  note(position, count);
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
}

void PositionRanges::limit(Scope& scope, const PositionRange& range, const Expr& begin, const Expr& end, Body& out) {
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

Expr PositionRanges::parentOfPosition(const PositionRange& range, int level, const Expr& at, Body& out) {
  const std::string prefix = fmt::format("{}{}", range.access.tensor.name, level + 1),
                    pos = arrays_.pos(range.access.tensor.name, level + 1);
  const std::string low = names_.fresh(prefix), high = names_.fresh(prefix + "_high"),
                    middle = names_.fresh(prefix + "_middle");
  const Expr from = variable(low, Type::I64), until = variable(high, Type::I64), mid = variable(middle, Type::I64);
  const Expr wanted = named(names_, out, prefix + "_wanted", at);
  out.push_back(note(fmt::format("search {} for the fiber of a position", pos)));
  out.push_back(declare(low, range.beginOf(level)));
  out.push_back(declare(high, range.endOf(level)));
  const Expr half = binary(BinaryOp::Div, subtract(until, from), index(2));
  const Expr next = arrays_.position(range.access.tensor.name, level + 1, add(mid, index(1)));
  const Expr isBefore = binary(BinaryOp::Le, next, wanted);
  out.push_back(whileLoop(less(from, until),
                          {let(middle, add(from, half)),
                           ifThen(isBefore, {loops::assign(low, add(mid, index(1)))}, {loops::assign(high, mid)})}));
  return from;
}

}  // namespace stardust::loops
