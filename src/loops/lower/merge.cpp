#include "loops/lower/merge.h"

#include <algorithm>

#include "loops/lower/additive_terms.h"
#include "loops/lower/conditions.h"

namespace stardust::loops {

using iteration::Combination;
using iteration::LevelIterator;
using iteration::Set;

namespace {

// The set as a condition, with a condition for each level.
template <class OfLevel>
Expr formula(const Set& set, const OfLevel& ofLevel) {
  return match(
      set->kind, [](const iteration::Universe&) { return boolean(true); },
      [&](const LevelIterator& level) -> Expr { return ofLevel(level); },
      [&](const Combination& c) {
        const Expr left = formula(c.left, ofLevel), right = formula(c.right, ofLevel);
        const bool unites = c.op == Combination::Op::Union;
        if (unites && constant(right) == 1) return right;
        return unites ? either(left, right) : both(left, right);
      });
}

}  // namespace

bool Merge::reads(const Access& access) const {
  return std::any_of(heads.begin(), heads.end(),
                     [&](const Head& h) { return notation::equal(h.level.access, access); });
}

const Head& Merge::of(const LevelIterator& level) const {
  return *std::find_if(heads.begin(), heads.end(), [&](const Head& h) { return same(h.level, level); });
}

bool Merge::hasTerm(const notation::Expr& term) const {
  const std::vector<Access> factors = notation::accesses(term);
  return isProduct(term) &&
         std::count_if(factors.begin(), factors.end(), [&](const Access& a) { return reads(a); }) == 1;
}

Expr Merge::possible(bool leaderIsLive) const {
  return formula(set, [&](const LevelIterator& level) {
    const Head& head = of(level);
    return leaderIsLive && &head == only ? boolean(true) : head.cursor->live();
  });
}

Expr Merge::holds() const {
  return formula(set, [&](const LevelIterator& level) { return of(level).present; });
}

Expr Merge::bound() const {
  if (everywhere) return extent;
  Expr sum = index(0);
  for (const Head& h : heads)
    if (h.leads) sum = add(sum, h.cursor->bound());
  return heads.size() > 1 && !only ? binary(BinaryOp::Min, sum, extent) : sum;
}

Expr Merge::totalEntries() const {
  Expr sum = index(0);
  for (const Head& head : heads) sum = add(sum, head.cursor->bound());
  return sum;
}

std::optional<Counting> countingOf(const Merge& merge) {
  if (merge.everywhere) return Counting{merge.var, merge.begin, merge.end};
  if (!merge.counts) return std::nullopt;
  const Cursor::Range range = *merge.only->cursor->range();
  return Counting{range.var, range.begin, range.end, merge.only->level};
}

std::optional<Counting> independentCountingOf(const Merge& merge) {
  const bool walks = merge.everywhere && !merge.heads.empty();
  return walks ? std::nullopt : countingOf(merge);
}

Scope iterationOf(const Merge& merge, const Scope& outer) {
  const auto counted = independentCountingOf(merge);
  const Expr isVisited = !counted                 ? Expr()
                         : constant(counted->end) ? boolean(*constant(counted->end) > 0)
                                                  : binary(BinaryOp::Lt, counted->begin, counted->end);
  Scope inner = outer;
  inner.enter(merge.loop.var, merge.everywhere && !outer.limits.count(merge.loop.var), isVisited);
  inner.vars[merge.loop.var] = variable(merge.var, Type::I64);
  // With several leaders, the merge is at the minimum of their coordinates.
  Expr one = boolean(merge.only || merge.everywhere);
  for (const Head& head : merge.heads)
    if (head.leads) one = either(one, head.present);
  if (constant(one) != 1) inner.facts.push_back(one);
  return inner;
}

void enterPlaces(const Merge& merge, Scope& inner) {
  for (const Head& head : merge.heads) {
    Position place = head.place;
    place.present = under(inner.facts, place.present);
    inner.places[head.level.access].push_back(place);
  }
}

void startHeads(Merge& merge, Body& out) {
  for (Head& head : merge.heads)
    if (!merge.counts || &head != merge.only) head.cursor->start(out);
}

}  // namespace stardust::loops
