// Operands that keep runs of equal values. Each run covers its coordinates, so such a level decides nothing about which
// coordinates a loop visits: it follows, and tells where the value of a coordinate is. A loop over all coordinates goes
// from run to run, and where nothing but runs depends on the coordinate, a run is one step.
#include <algorithm>

#include "levels/registry.h"
#include "loops/lower/levels/level.h"
#include "loops/lower/merge.h"
#include "loops/rewrite.h"

namespace stardust::loops {

using iteration::LevelIterator;

namespace {

bool hasIndex(const Access& access, const IndexVar& var) { return notation::contains(access.indices, var); }

}  // namespace

// The levels that a loop can walk along, their fibers being known. An outermost loop around others searches instead, so
// that its iterations can run at the same time.
std::vector<LevelIterator> Lowering::followersOf(const cin::Forall& loop, const Scope& outer) const {
  if (estimate_ || outer.limits.count(loop.var) || !facts_.executions.empty()) return {};
  if (outer.path.empty() && hasLoops(loop.body)) return {};
  std::vector<LevelIterator> found;
  for (const Access& access : accessesIn(loop.body)) {
    if (access.tensor.workspace || isResult(access) || access.tensor.order() == 0) continue;
    const auto places = outer.places.find(notation::print(access));
    const int level = places == outer.places.end() ? 0 : static_cast<int>(places->second.size());
    if (level == access.tensor.order() || varOfLevel(access, level) != loop.var) continue;
    const levels::Definition& definition = levels::of(access.tensor.format.level(level));
    if (definition.isFull && !definition.hasLocate) found.push_back({access, level});
  }
  return found;
}

Expr Lowering::Merge::parts() const {
  Expr sum = index(0);
  for (const Head& head : heads) sum = add(sum, head.cursor->bound());
  return sum;
}

// Whether the statement does the same for every coordinate of a run, once or as often as there are coordinates.
bool Lowering::takesWholeRuns(const cin::Forall& loop, const Merge& merge) const {
  const auto* assign = std::get_if<cin::Assign>(&loop.body->kind);
  if (!merge.isAlongRuns() || !assign || !facts_.relations.empty()) return false;
  for (const Access& access : notation::accesses(assign->rhs))
    if (hasIndex(access, loop.var) && !merge.reads(access)) return false;
  if (hasIndex(assign->lhs, loop.var))
    return assign->op == AssignOp::Set && isResult(assign->lhs) && result_.appendsRuns() &&
           merge.entries == assign->lhs.tensor.order() - 1;
  return assign->op == operators::add || (assign->op != AssignOp::Set && assign->op.reduction()->idempotent);
}

// while begin < extent { the run, or the part of runs that all operands have in common; one step, or a loop over its
// coordinates }
Body Lowering::runByRun(const cin::Forall& loop, Merge& merge, const Scope& outer) {
  Body body;
  const std::string begin = names_.fresh(loop.var + "_begin");
  const Expr first = variable(begin, Type::I64);
  std::vector<Expr> ends;
  Expr last;
  for (Head& head : merge.heads) {
    ends.push_back(
        named(names_, body, head.level.access.tensor.name + "_" + loop.var + "_last", head.cursor->coordinate()));
    last = last ? binary(BinaryOp::Min, last, ends.back()) : ends.back();
    head.present = head.cursor->holds(first);
    head.place = head.cursor->here(body, head.present);
  }
  last = named(names_, body, loop.var + "_last", last);
  Scope inner = iterationOf(loop, merge, outer);
  if (takesWholeRuns(loop, merge)) {
    body.push_back(let(merge.var, first));
    inner.lasts[loop.var] = last;
    visit(loop, merge, inner, body);
  } else {
    Body each;
    visit(loop, merge, inner, each);
    body.push_back(forLoop(merge.var, first, add(last, index(1)), std::move(each)));
  }
  for (std::size_t n = 0; n < merge.heads.size(); ++n) {
    Body step;
    merge.heads[n].cursor->advance(step);
    if (merge.heads.size() == 1) append(body, step);
    else body.push_back(ifThen(equals(ends[n], last), std::move(step)));
  }
  body.push_back(loops::assign(begin, add(last, index(1))));
  return {declare(begin, index(0)), whileLoop(less(first, merge.extent), std::move(body))};
}

}  // namespace stardust::loops
