#include "loops/lower/runs.h"

#include <algorithm>

#include "levels/registry.h"
#include "loops/lower/result_levels.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {

using iteration::LevelIterator;

namespace {

bool hasIndex(const Access& access, const IndexVar& var) { return notation::contains(access.indices, var); }

}  // namespace

std::vector<LevelIterator> followersOf(const cin::Forall& loop, const Scope& outer, const StatementFacts& facts) {
  if (outer.limits.count(loop.var) || !facts.executions.empty()) return {};
  if (outer.path.empty() && hasLoops(loop.body)) return {};
  std::vector<LevelIterator> found;
  for (const Access& access : accessesIn(loop.body)) {
    if (access.tensor.workspace || facts.isResult(access) || access.tensor.order() == 0) continue;
    const int level = outer.places.depthOf(access);
    if (level == access.tensor.order() || varOfLevel(access, level) != loop.var) continue;
    const levels::Definition& definition = levels::of(access.tensor.format.level(level));
    if (definition.isFull && !definition.hasLocate && !definition.isRandomAccess()) found.push_back({access, level});
  }
  return found;
}

bool hasFollowers(const Merge& merge) {
  return std::any_of(merge.heads.begin(), merge.heads.end(), [](const Head& h) { return h.follows; });
}

bool isAlongRuns(const Merge& merge) {
  const auto follows = [](const Head& h) { return h.follows; };
  return merge.everywhere && !merge.heads.empty() && std::all_of(merge.heads.begin(), merge.heads.end(), follows);
}

bool takesWholeRuns(const Merge& merge, const StatementFacts& facts) {
  const IndexVar& var = merge.loop.var;
  const auto* assign = std::get_if<cin::Assign>(&merge.loop.body->kind);
  if (!isAlongRuns(merge) || !assign || !facts.relations.empty()) return false;
  for (const Access& access : notation::accesses(assign->rhs))
    if (hasIndex(access, var) && !merge.reads(access)) return false;
  if (hasIndex(assign->lhs, var))
    return assign->op == notation::AssignOp::Set && facts.isResult(assign->lhs) && appendsRuns(facts.result) &&
           merge.entries == assign->lhs.tensor.order() - 1;
  return assign->op == operators::add || (assign->op != notation::AssignOp::Set && assign->op.reduction()->idempotent);
}

Body runByRun(Merge& merge, bool takesWhole, const Scope& outer, const Emit& visit, Names& names) {
  const IndexVar& var = merge.loop.var;
  Body body;
  const std::string begin = names.fresh(var + "_begin");
  const Expr first = variable(begin, Type::I64);
  std::vector<Expr> ends;
  Expr last;
  for (Head& head : merge.heads) {
    ends.push_back(named(names, body, head.level.access.tensor.name + "_" + var + "_last", head.cursor->coordinate()));
    last = last ? binary(BinaryOp::Min, last, ends.back()) : ends.back();
    head.present = head.cursor->holds(first);
    head.place = head.cursor->here(body, head.present);
  }
  last = named(names, body, var + "_last", last);
  Scope inner = iterationOf(merge, outer);
  if (takesWhole) inner.lasts[var] = last;
  enterPlaces(merge, inner);
  if (takesWhole) {
    body.push_back(let(merge.var, first));
    visit(inner, body);
  } else {
    Body each;
    visit(inner, each);
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
