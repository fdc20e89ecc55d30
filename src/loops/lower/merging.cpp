#include "loops/lower/merging.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "format/widths.h"
#include "levels/registry.h"
#include "loops/lower/conditions.h"
#include "loops/lower/leaders.h"
#include "loops/lower/levels/listed.h"
#include "loops/pass_utilities.h"
#include "loops/visit.h"

namespace stardust::loops {

using iteration::LevelIterator;
using iteration::Set;

namespace {

bool hasLookup(const LevelIterator& level) {
  const TensorVar& tensor = level.access.tensor;
  return !tensor.workspace && levels::of(tensor.format.level(level.level)).hasLookup;
}

// Fibers of wide extents are not walked together: one leads, and the other is searched. So is a level with a lookup.
bool walksPositions(const Head& head) {
  const TensorVar& tensor = head.level.access.tensor;
  return head.cursor->range() && !tensor.workspace && levels::isListed(tensor.format.level(head.level.level)) &&
         !hasLookup(head.level) && widthsOf(tensor.format, tensor.dims).coordinates == Width::Bits32;
}

bool has(const std::vector<LevelIterator>& levels, const LevelIterator& level) {
  return std::any_of(levels.begin(), levels.end(), [&](const LevelIterator& l) { return same(l, level); });
}

void advanceLeaders(const Merge& merge, Body& inside) {
  for (const Head& head : merge.heads) {
    if (!head.leads) continue;
    Body step;
    head.cursor->advance(step);
    if (&head == merge.only) append(inside, step);
    else inside.push_back(ifThen(head.present, std::move(step)));
  }
}

}  // namespace

bool intersectsTwo(const Merge& merge) {
  const auto* pair = std::get_if<iteration::Combination>(&merge.set->kind);
  if (!pair || pair->op != iteration::Combination::Op::Intersection || merge.heads.size() != 2) return false;
  const auto isLevel = [](const Set& set) { return std::holds_alternative<LevelIterator>(set->kind); };
  return isLevel(pair->left) && isLevel(pair->right) && walksPositions(merge.heads[0]) &&
         walksPositions(merge.heads[1]);
}

Merge Merging::open(const cin::Forall& loop, const std::vector<LevelIterator>& followers, const Scope& outer,
                    Body& out) {
  Merge merge = begin(loop, outer, out);
  const Leaders leaders =
      leadersOf(merge.set, [&](const LevelIterator& level) { return hasLookup(level) || isUnchanged(level, outer); });
  merge.everywhere = !leaders;
  for (const LevelIterator& level : levelsOf(merge.set))
    addHead(merge, {level, nullptr, leaders && has(*leaders, level)}, outer, out);
  for (const LevelIterator& level : followers) addHead(merge, {level, nullptr, false, true}, outer, out);
  if (leaders && leaders->size() == 1) merge.only = &merge.of(leaders->front());
  end(merge);
  return merge;
}

std::optional<Merging::WithTables> Merging::openWithTables(const cin::Forall& loop,
                                                           const std::vector<LevelIterator>& followers,
                                                           const Scope& outer, Tables& tables, Body& out) {
  WithTables with{begin(loop, outer, out), boolean(true)};
  Merge& merge = with.merge;
  const auto unchanged = [&](const LevelIterator& level) { return isUnchanged(level, outer); };
  const std::vector<LevelIterator> levels = levelsOf(merge.set);
  const Leaders leaders = changingLeadersOf(merge.set, unchanged);
  if (!leaders || std::none_of(levels.begin(), levels.end(), unchanged)) return std::nullopt;
  for (const LevelIterator& level : levels) {
    if (!unchanged(level)) {
      addHead(merge, {level, nullptr, has(*leaders, level)}, outer, out);
      continue;
    }
    const FiberTable& table = tables.of(level, *leaders, outer);
    merge.heads.push_back({level, tableCursor(names_, iteration::tensorAndLevel(level), table)});
    with.areWritten = both(with.areWritten, table.isWritten);
  }
  for (const LevelIterator& level : followers) addHead(merge, {level, nullptr, false, true}, outer, out);
  if (leaders->size() == 1) merge.only = &merge.of(leaders->front());
  end(merge);
  return with;
}

Merge Merging::begin(const cin::Forall& loop, const Scope& outer, Body& out) {
  std::set<IndexVar> bound;
  for (const auto& [var, coordinate] : outer.vars) bound.insert(var);
  Merge merge;
  merge.loop = loop;
  const auto limit = outer.limits.find(loop.var);
  const bool isLimited = limit != outer.limits.end();
  merge.set = !isLimited                ? iteration::contractionSet(loop.var, loop.body, bound)
              : limit->second.isDense() ? iteration::universe()
                                        : Set(iteration::SetNode{limit->second.level});
  merge.extent = extent(loop.var, outer);
  merge.begin = index(0);
  merge.end = merge.extent;
  if (isLimited && limit->second.isDense() && limit->second.begin) limitCoordinates(merge, limit->second, outer, out);
  return merge;
}

void Merging::end(Merge& merge) {
  merge.counts = merge.only && merge.only->cursor->range() && constant(merge.possible(true)) == 1;
  merge.var = names_.fresh(merge.loop.var);
}

void Merging::addHead(Merge& merge, Head head, const Scope& outer, Body& out) {
  head.cursor = locator_.cursorFor(head.level, outer);
  if (!merge.everywhere && !head.leads && !head.follows) head.cursor->follow();
  head.cursor->prepare(out);
  merge.heads.push_back(std::move(head));
}

// Limits a dense level to the coordinates of a range of positions.
void Merging::limitCoordinates(Merge& merge, const LevelLimit& limit, const Scope& outer, Body& out) {
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

void Merging::iterate(Merge& merge, const Scope& outer, const Emit& visit, Body& inside) {
  const LeaderCoordinates stands = findCoordinate(merge, inside);
  placeHeads(merge, stands, inside);
  Scope inner = iterationOf(merge, outer);
  const Expr guard = under(inner.facts, merge.holds());
  const bool isGuarded = constant(guard) != 1;
  if (isGuarded) {
    inner.facts.push_back(guard);
    ++inner.guards;
  }
  const bool masks = isGuarded && addsToScalar(merge.loop.body) &&
                     std::all_of(merge.heads.begin(), merge.heads.end(),
                                 [&](const Head& h) { return &h == merge.only || h.cursor->isAlwaysLoadable(); });
  if (masks) inner.mask = guard;
  Body body;
  enterPlaces(merge, inner);
  visit(inner, body);
  if (masks || !isGuarded) append(inside, body);
  else inside.push_back(ifThen(guard, std::move(body)));
  if (!merge.counts) advanceLeaders(merge, inside);
}

// The current coordinate, bound to the merge's name.
Merging::LeaderCoordinates Merging::findCoordinate(const Merge& merge, Body& inside) {
  LeaderCoordinates stands;
  if (merge.only) {
    inside.push_back(let(merge.var, merge.only->cursor->coordinate()));
  } else if (!merge.everywhere) {
    Expr least;
    for (const Head& head : merge.heads) {
      if (!head.leads) continue;
      const Expr at = select(head.cursor->live(), head.cursor->coordinate(), merge.extent);
      stands[&head] = named(names_, inside, head.level.access.tensor.name + "_" + merge.loop.var, at);
      least = least ? binary(BinaryOp::Min, least, stands[&head]) : stands[&head];
    }
    inside.push_back(let(merge.var, least));
  }
  return stands;
}

// Determines for each level whether it stores the coordinate, and its position.
void Merging::placeHeads(Merge& merge, const LeaderCoordinates& stands, Body& inside) {
  const Expr coordinate = variable(merge.var, Type::I64);
  for (Head& head : merge.heads) {
    const std::string has = head.level.access.tensor.name + "_has_" + merge.loop.var;
    if (&head == merge.only) {
      head.present = boolean(true);
    } else if (head.leads) {
      head.present = named(names_, inside, has, binary(BinaryOp::Eq, stands.at(&head), coordinate));
    } else {
      head.cursor->skipTo(inside, coordinate);
      head.present = named(names_, inside, has, head.cursor->holds(coordinate));
    }
    head.place = head.cursor->here(inside, head.present);
    if (!head.level.access.tensor.workspace) continue;
    const Workspace& w = workspaces_.live.at(head.level.access.tensor.name);
    head.place.at = w.isHashed() ? workspaces_.slotOf(w, coordinate, inside).at : coordinate;
  }
}

// Passes the coordinates of a fiber that are below the other fiber's, in steps of doubled size.
Body Merging::skipped(const Head& head, const Head& other) {
  constexpr std::int64_t firstStep = 8;
  const OperandLevel level = locator_.operandLevel(head.level.access, head.level.level);
  const Cursor::Range fiber = *head.cursor->range();
  const std::string step = names_.fresh(level.prefix() + "_step");
  const Expr size = variable(step, Type::I64), ahead = add(variable(fiber.var, Type::I64), size);
  const Expr isBelow = less(coordinateAt(level, ahead), other.cursor->coordinate());
  return {declare(step, index(firstStep)),
          whileLoop(both(less(ahead, fiber.end), isBelow),
                    {loops::assign(fiber.var, ahead), loops::assign(step, multiply(size, index(2)))})};
}

Body Merging::mergeLoop(const Merge& merge, const Expr& possible, Body inside) {
  bool merges = false;
  forEachStmt(inside, [&](const Stmt& s) { return !(merges = merges || std::holds_alternative<While>(s->kind)); });
  if (intersectsTwo(merge) && !merges) return skippingOr(merge, possible, inside);
  return {whileLoop(possible, std::move(inside))};
}

// if one fiber is many times as long as the other { the loop, in which the long one skips coordinates } else { the loop
// }
Body Merging::skippingOr(const Merge& merge, const Expr& possible, const Body& inside) {
  constexpr std::int64_t manyTimes = 16;
  Body all;
  const auto isLong = [&](const Head& head, const Head& other) {
    return named(names_, all, iteration::tensorAndLevel(head.level) + "_is_long",
                 less(multiply(other.cursor->bound(), index(manyTimes)), head.cursor->bound()));
  };
  const Head &a = merge.heads[0], &b = merge.heads[1];
  const Expr isLongA = isLong(a, b), isLongB = isLong(b, a);
  Body skipping = {ifThen(isLongA, skipped(a, b), skipped(b, a))};
  append(skipping, inside);
  const Body loop = {whileLoop(possible, std::move(skipping))};
  all.push_back(ifThen(either(isLongA, isLongB), withoutNotes(substituted(loop, {}, renamed(names_, {&loop}))),
                       {whileLoop(possible, inside)}));
  return all;
}

// while neither fiber is at its end { if both are at the same coordinate { … }; advance the fiber with the smaller
// coordinate, or both if the coordinates are equal }
void Merging::intersect(Merge& merge, const Scope& outer, const Emit& visit, Body& inside) {
  std::vector<Expr> stands;
  for (const Head& head : merge.heads)
    stands.push_back(
        named(names_, inside, head.level.access.tensor.name + "_" + merge.loop.var, head.cursor->coordinate()));
  Scope inner = outer;
  inner.enter(merge.loop.var);
  inner.vars[merge.loop.var] = stands[0];
  ++inner.guards;
  Body body;
  for (Head& head : merge.heads) {
    head.present = boolean(true);
    head.place = head.cursor->here(body, head.present);
  }
  enterPlaces(merge, inner);
  visit(inner, body);
  inside.push_back(ifThen(binary(BinaryOp::Eq, stands[0], stands[1]), std::move(body)));
  for (std::size_t n = 0; n < 2; ++n) {
    const std::string at = merge.heads[n].cursor->range()->var;
    const Expr step = cast(Type::I64, binary(BinaryOp::Le, stands[n], stands[1 - n]));
    inside.push_back(loops::assign(at, add(variable(at, Type::I64), step)));
  }
}

}  // namespace stardust::loops
