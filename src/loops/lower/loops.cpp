// One forall: which coordinates its loop visits, and how it finds out which levels store them.
//
// The loop is led by as few levels as cover its contraction set; the others follow, that is, they are moved up to the
// coordinate where the leaders stand. Each level says whether it stores the coordinate, and the body runs where the
// set, with these answers, holds it.
#include <fmt/format.h>

#include <algorithm>

#include "loops/lower/conditions.h"
#include "loops/lower/lowering.h"
#include "loops/lower/merge.h"
#include "loops/lower/orders.h"
#include "loops/lower/terms.h"
#include "loops/rewrite.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"

namespace stardust::loops {

using iteration::Combination;
using iteration::LevelIterator;
using iteration::Set;

namespace {

using Leaders = std::optional<std::vector<LevelIterator>>;  // none: every coordinate

void addDistinct(std::vector<LevelIterator>& all, const LevelIterator& level) {
  if (std::none_of(all.begin(), all.end(), [&](const LevelIterator& l) { return same(l, level); }))
    all.push_back(level);
}

Leaders leadersOf(const Set& set) {
  return match(
      set->kind, [](const iteration::Universe&) { return Leaders(); },
      [](const LevelIterator& level) { return Leaders(std::vector<LevelIterator>{level}); },
      [](const Combination& c) {
        Leaders left = leadersOf(c.left), right = leadersOf(c.right);
        if (c.op == Combination::Op::Union) {
          if (!left || !right) return Leaders();
          for (const LevelIterator& level : *right) addDistinct(*left, level);
          return left;
        }
        if (!left || !right) return left ? left : right;
        return right->size() < left->size() ? right : left;
      });
}

void collectLevels(const Set& set, std::vector<LevelIterator>& all) {
  match(
      set->kind, [](const iteration::Universe&) {}, [&](const LevelIterator& level) { addDistinct(all, level); },
      [&](const Combination& c) {
        collectLevels(c.left, all);
        collectLevels(c.right, all);
      });
}

// The set as a condition, given one for each level.
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

Expr Lowering::Merge::possible(bool leaderIsLive) const {
  return formula(set, [&](const LevelIterator& level) {
    const Head& head = of(level);
    return leaderIsLive && &head == only ? boolean(true) : head.cursor->live();
  });
}

bool Lowering::Merge::hasTerm(const notation::Expr& term) const {
  const std::vector<Access> factors = notation::accesses(term);
  return isProduct(term) &&
         std::count_if(factors.begin(), factors.end(), [&](const Access& a) { return reads(a); }) == 1;
}

Expr Lowering::Merge::bound() const {
  if (everywhere) return extent;
  Expr sum = index(0);
  for (const Head& h : heads)
    if (h.leads) sum = add(sum, h.cursor->bound());
  return heads.size() > 1 && !only ? binary(BinaryOp::Min, sum, extent) : sum;
}

Lowering::Merge Lowering::openMerge(const cin::Forall& loop, const Scope& outer, Body& out) {
  std::set<IndexVar> bound;
  for (const auto& [var, coordinate] : outer.vars) bound.insert(var);
  Merge merge;
  const auto limit = outer.limits.find(loop.var);
  const bool isLimited = limit != outer.limits.end();
  merge.set = !isLimited                ? iteration::contractionSet(loop.var, loop.body, bound)
              : limit->second.isDense() ? iteration::universe()
                                        : Set(iteration::SetNode{limit->second.level});
  merge.extent = extent(loop.var, outer);
  merge.begin = index(0);
  merge.end = merge.extent;
  if (isLimited && limit->second.isDense() && limit->second.begin) limitCoordinates(merge, limit->second, outer, out);
  const Leaders leaders = leadersOf(merge.set);
  merge.everywhere = !leaders;
  std::vector<LevelIterator> levels;
  collectLevels(merge.set, levels);
  for (const LevelIterator& level : levels) {
    Head head{level, locator_.cursorFor(level, outer)};
    head.leads = leaders &&
                 std::any_of(leaders->begin(), leaders->end(), [&](const LevelIterator& l) { return same(l, level); });
    head.cursor->prepare(out);
    merge.heads.push_back(std::move(head));
  }
  for (const LevelIterator& level : followersOf(loop, outer)) {
    Head head{level, locator_.cursorFor(level, outer)};
    head.follows = true;
    head.cursor->prepare(out);
    merge.heads.push_back(std::move(head));
  }
  if (leaders && leaders->size() == 1) merge.only = &merge.of(leaders->front());
  merge.counts = merge.only && merge.only->cursor->range() && constant(merge.possible(true)) == 1;
  merge.var = names_.fresh(loop.var);
  if (!estimate_) merge.entries = result_.levelOf(loop, outer);
  return merge;
}

// A loop that counts.
Lowering::Root Lowering::rootOf(const Merge& merge) {
  if (merge.everywhere && merge.heads.empty()) return {merge.var, merge.begin, merge.end};
  if (!merge.counts) return {};
  const Cursor::Range range = *merge.only->cursor->range();
  return {range.var, range.begin, range.end, merge.only->level};
}

void Lowering::noteBound(const cin::Forall& loop, const Merge& merge, const Scope& outer) {
  std::vector<LevelIterator> leaders;
  for (const Head& head : merge.heads)
    if (head.leads) leaders.push_back(head.level);
  if (!chunked_) parts_.bounds[*merge.entries] = boundOf(leaders, loop.var, outer);
}

Expr Lowering::boundOfLoop(const cin::Forall& loop, const Scope& outer, Body& out) {
  return openMerge(loop, outer, out).bound();
}

void Lowering::forall(const cin::Forall& loop, const Scope& outer, Body& out) {
  if (const auto counting = cin::positionLoop(facts_.relations, loop.var)) overPositions(loop, *counting, outer, out);
  else overCoordinates(loop, outer, out);
}

void Lowering::overCoordinates(const cin::Forall& loop, const Scope& outer, Body& out) {
  const bool isWhole = !estimate_ && !outer.limits.count(loop.var);
  const std::vector<cin::Stmt> parts = isWhole ? rowThenEntries(loop, outer) : std::vector<cin::Stmt>();
  for (const cin::Stmt& part : parts) forall(std::get<cin::Forall>(part->kind), outer, out);
  if (!parts.empty()) return;
  Merge merge = openMerge(loop, outer, out);
  if (merge.entries) noteBound(loop, merge, outer);
  const bool assembles = merge.entries && !chunks_;
  const Root root = rootOf(merge);
  const bool isRoot = outer.path.empty() && !root.var.empty() && !estimate_ && !merge.hasFollowers();
  if (isRoot && chunked_ && mayBeChunked(loop, root)) {
    shared_.insert(scheduledAs(loop.var));
    const auto emit = [&](const Expr& begin, const Expr& end, Body& chunk) {
      Body inside;
      chunks_->iteration = variable(root.var, Type::I64);
      iterate(loop, merge, outer, inside);
      chunk.push_back(counted(loop, root.var, begin, end, std::move(inside)));
    };
    return chunkedLoop(loop, root, outer, emit, out);
  }
  if (assembles)
    result_.openFiber(*merge.entries, takesWholeRuns(loop, merge) ? merge.parts() : merge.bound(), outer, out);
  Body looped;
  for (Head& head : merge.heads)
    if (!merge.counts || &head != merge.only) head.cursor->start(looped);
  if (merge.isAlongRuns()) {
    append(out, looped);
    append(out, runByRun(loop, merge, outer));
    if (merge.entries) result_.closeFiber(*merge.entries, outer, out);
    return;
  }
  const Expr possible = merge.possible(false);
  Body inside;
  const bool together = intersectsTwo(merge);
  if (together) walkTogether(loop, merge, outer, inside);
  else iterate(loop, merge, outer, inside);
  if (isRoot && mayBeChunked(loop, root)) {
    mayBeChunked_ = true;
    assemblesParts_ = assemblesParts_ || writes(loop.body, facts_.result.tensor.name);
  }
  if (!root.var.empty()) looped.push_back(counted(loop, root.var, root.begin, root.end, std::move(inside)));
  else if (merge.everywhere) looped.push_back(counted(loop, merge.var, merge.begin, merge.end, std::move(inside)));
  else {
    merged_.insert(scheduledAs(loop.var));
    looped.push_back(whileLoop(possible, std::move(inside)));
  }
  if (together && std::holds_alternative<cin::Assign>(loop.body->kind) && !estimate_)
    looped = lookedUpOrWalked(loop, outer, std::move(looped));
  const auto terms = merge.entries ? scatteredTerms(loop, merge) : std::vector<notation::Expr>();
  if (!terms.empty()) looped = {scatteredOrMerged(loop, merge, terms, outer, std::move(looped))};
  if (unitesFibersOfFibers(loop, merge)) looped = entriesOrFibers(loop, merge, outer, std::move(looped));
  out.insert(out.end(), looped.begin(), looped.end());
  if (merge.entries) result_.closeFiber(*merge.entries, outer, out);
}

// ws += …, with nothing else
bool Lowering::addsToScalar(const cin::Stmt& stmt) {
  const auto* sum = std::get_if<cin::Assign>(&stmt->kind);
  return sum && sum->op == operators::add && sum->lhs.tensor.workspace && sum->lhs.tensor.order() == 0 &&
         notation::reductionTerms(sum->op, sum->rhs).size() == 1;
}

// A loop that counts, as the schedule wants it.
Stmt Lowering::counted(const cin::Forall& loop, const std::string& var, const Expr& begin, const Expr& end,
                       Body inside) {
  if (estimate_) return forLoop(var, begin, end, std::move(inside));
  const IndexVar& wanted = scheduledAs(loop.var);
  int unroll = 0;
  for (const cin::Relation& relation : facts_.executions) {
    const auto* unrolled = std::get_if<cin::Unroll>(&relation);
    const auto* parallel = std::get_if<cin::Parallelize>(&relation);
    if (unrolled && unrolled->var == wanted) unroll = static_cast<int>(unrolled->factor);
    if (parallel && parallel->var == wanted && parallel->unit == cin::ParallelUnit::CpuVector)
      vectors_[var] = {wanted, storesOwn(loop, facts_)};
  }
  return forLoop(var, begin, end, std::move(inside), Order::Serial, unroll);
}

void Lowering::requireAsScheduled() const {
  for (const cin::Relation& relation : facts_.executions) {
    const auto* unrolled = std::get_if<cin::Unroll>(&relation);
    const auto* parallel = std::get_if<cin::Parallelize>(&relation);
    const IndexVar& var = unrolled ? unrolled->var : parallel->var;
    if (merged_.count(var))
      failUnsupported(cin::print(relation), {},
                      fmt::format("the loop over {} merges several operands, so nobody knows how often it runs", var),
                      "say it of a loop that follows one operand, or visits all coordinates");
    if (parallel && parallel->unit == cin::ParallelUnit::CpuThread && !shared_.count(var))
      failUnsupported(
          cin::print(relation), {},
          fmt::format(
              "the iterations of the loop over {} share a workspace, or what they append has no bound that is known before",
              var),
          fmt::format("leave it out, or store {} densely", facts_.result.tensor.name));
  }
}

// One iteration: the coordinate, who stores it, the body, and the leaders' next step.
void Lowering::iterate(const cin::Forall& loop, Merge& merge, const Scope& outer, Body& inside) {
  placeHeads(loop, merge, findCoordinate(loop, merge, inside), inside);
  Scope inner = iterationOf(loop, merge, outer);
  const Expr guard =
      under(inner.facts, formula(merge.set, [&](const LevelIterator& level) { return merge.of(level).present; }));
  const bool isGuarded = constant(guard) != 1;
  if (isGuarded) {
    inner.facts.push_back(guard);
    ++inner.guards;
  }
  const bool masks = isGuarded && addsToScalar(loop.body) &&
                     std::all_of(merge.heads.begin(), merge.heads.end(),
                                 [&](const Head& h) { return &h == merge.only || h.cursor->isAlwaysSomewhere(); });
  if (masks) inner.mask = guard;
  Body body;
  visit(loop, merge, inner, body);
  if (masks || !isGuarded) inside.insert(inside.end(), body.begin(), body.end());
  else inside.push_back(ifThen(guard, std::move(body)));
  if (!merge.counts) advanceLeaders(merge, inside);
}

// The coordinate, under the merge's name. What comes back says of several leaders where each stands: at the extent if
// at its end.
std::map<const Head*, Expr> Lowering::findCoordinate(const cin::Forall& loop, const Merge& merge, Body& inside) {
  std::map<const Head*, Expr> stands;
  if (merge.only) {
    inside.push_back(let(merge.var, merge.only->cursor->coordinate()));
  } else if (!merge.everywhere) {
    Expr least;
    for (const Head& head : merge.heads) {
      if (!head.leads) continue;
      const Expr at = select(head.cursor->live(), head.cursor->coordinate(), merge.extent);
      stands[&head] = named(names_, inside, head.level.access.tensor.name + "_" + loop.var, at);
      least = least ? binary(BinaryOp::Min, least, stands[&head]) : stands[&head];
    }
    inside.push_back(let(merge.var, least));
  }
  return stands;
}

// Of each level, whether it stores the coordinate, and where.
void Lowering::placeHeads(const cin::Forall& loop, Merge& merge, const std::map<const Head*, Expr>& stands,
                          Body& inside) {
  const Expr coordinate = variable(merge.var, Type::I64);
  for (Head& head : merge.heads) {
    const std::string has = head.level.access.tensor.name + "_has_" + loop.var;
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

// What holds in an iteration, whatever its coordinate.
Scope Lowering::iterationOf(const cin::Forall& loop, const Merge& merge, const Scope& outer) {
  Scope inner = outer;
  inner.path.push_back(loop.var);
  inner.whole.push_back(merge.everywhere && !outer.limits.count(loop.var));
  const Root counted = rootOf(merge);
  inner.runs.push_back(counted.var.empty()     ? Expr()
                       : constant(counted.end) ? boolean(*constant(counted.end) > 0)
                                               : binary(BinaryOp::Lt, counted.begin, counted.end));
  inner.vars[loop.var] = variable(merge.var, Type::I64);
  // Several leaders: the loop stands where one of them does.
  Expr one = boolean(merge.only || merge.everywhere);
  for (const Head& head : merge.heads)
    if (head.leads) one = either(one, head.present);
  if (constant(one) != 1) inner.facts.push_back(one);
  return inner;
}

void Lowering::advanceLeaders(const Merge& merge, Body& inside) {
  for (const Head& head : merge.heads) {
    if (!head.leads) continue;
    Body step;
    head.cursor->advance(step);
    if (&head == merge.only) inside.insert(inside.end(), step.begin(), step.end());
    else inside.push_back(ifThen(head.present, std::move(step)));
  }
}

void Lowering::visit(const cin::Forall& loop, Merge& merge, Scope& inner, Body& out) {
  for (const Head& head : merge.heads) {
    Position place = head.place;
    place.present = under(inner.facts, place.present);
    inner.places[notation::print(head.level.access)].push_back(place);
  }
  const Expr exists = derive(inner, out);
  Body body;
  if (constant(exists) != 1) inner.facts.push_back(exists);
  if (merge.entries) result_.openEntry(*merge.entries, loop.body, inner, body);
  if (isSharedRow(loop.var, inner)) {
    body.push_back(firstOrOther(loop.body, inner));
  } else {
    locator_.locate(loop.body, inner, body);
    lower(loop.body, inner, body);
  }
  if (constant(exists) == 1 && !estimate_) {
    const Body begun = result_.beginRow(loop, inner);
    body.insert(body.begin(), begun.begin(), begun.end());
  }
  if (merge.entries) result_.closeEntry(*merge.entries, inner, body);
  if (constant(exists) == 1) out.insert(out.end(), body.begin(), body.end());
  else out.push_back(ifThen(exists, std::move(body)));
}

Expr Lowering::derive(Scope& scope, Body& out) {
  Expr exists = boolean(true);
  if (facts_.relations.empty()) return exists;
  for (const cin::Derived& d : cin::derivedHere(facts_.relations, scope.path, facts_.extents)) {
    const Expr coordinate = named(names_, out, d.var, derived(d, scope));
    scope.vars[d.var] = coordinate;
    if (std::holds_alternative<cin::Combined>(d.definition))
      exists = both(exists, binary(BinaryOp::Lt, coordinate, extent(d.var, scope)));
  }
  return exists;
}

// The strides and divisors of `d` are those of the extents at hand; the function must fit all.
Expr Lowering::derived(const cin::Derived& d, const Scope& scope) {
  const auto innerOf = [&](const IndexVar& fused) {
    for (const cin::Relation& relation : facts_.relations)
      if (const auto* fuse = std::get_if<cin::Fuse>(&relation);
          fuse && fuse->fused == fused && (fuse->outer == d.var || fuse->inner == d.var))
        return extent(fuse->inner);
    failInternal("a fused variable has a relation");
  };
  return match(
      d.definition,
      [&](const cin::Combined& c) {
        Expr stride = extent(c.inner, scope);
        for (const cin::Relation& relation : facts_.relations)
          if (const auto* up = std::get_if<cin::SplitUp>(&relation);
              up && up->parent == d.var && up->outer == c.outer && up->inner == c.inner)
            stride = index(up->factor);
        return add(multiply(scope.vars.at(c.outer), stride), scope.vars.at(c.inner));
      },
      [&](const cin::Quotient& q) { return binary(BinaryOp::Div, scope.vars.at(q.fused), innerOf(q.fused)); },
      [&](const cin::Remainder& r) { return binary(BinaryOp::Rem, scope.vars.at(r.fused), innerOf(r.fused)); },
      [](const cin::Stored&) -> Expr { failInternal("coordinates of positions are found by the loops over them"); });
}

}  // namespace stardust::loops
