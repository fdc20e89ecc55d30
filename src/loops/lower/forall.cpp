#include "loops/lower/forall.h"

#include <algorithm>

#include "loops/lower/dense_rows.h"
#include "loops/lower/notes.h"
#include "loops/lower/result_levels.h"
#include "loops/lower/runs.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {

void ForallLowering::lower(const cin::Forall& loop, const Scope& outer, Body& out) {
  const auto counting = cin::positionLoop(facts_.relations, loop.var);
  if (!counting) return overCoordinates(loop, outer, out);
  Scope scope = outer;
  if (!positions_.lower(loop, *counting, scope, out)) overCoordinates(loop, scope, out);
}

void ForallLowering::overCoordinates(const cin::Forall& loop, const Scope& outer, Body& out) {
  const bool isWhole = !outer.limits.count(loop.var);
  const std::vector<cin::Stmt> parts = isWhole ? rowThenEntries(loop, outer, facts_) : std::vector<cin::Stmt>();
  for (const cin::Stmt& part : parts) lower(std::get<cin::Forall>(part->kind), outer, out);
  if (!parts.empty()) return;
  LoopAround around{outer, {}, {}};
  Scope scope = outer;
  scope.around.push_back(&around);
  Body all;
  merged(loop, scope, all);
  append(out, around.before);
  append(out, all);
}

void ForallLowering::merged(const cin::Forall& loop, const Scope& outer, Body& out) {
  Body opened;
  Merge merge = open(loop, outer, opened);
  if (merge.entries) noteBound(merge, outer);
  const auto counting = independentCountingOf(merge);
  const bool isOutermost = outer.path.empty() && counting && !hasFollowers(merge);
  const bool isCut = isOutermost && context_.inChunks && chunks_.canPartition(loop, *counting);
  if (!isCut) out.push_back(noteOf(loop, merge.set));
  append(out, opened);
  if (isCut) return inChunks(merge, *counting, outer, out);
  if (merge.entries && !outer.chunk) {
    const Expr bound = takesWholeRuns(merge, facts_) ? merge.totalEntries() : merge.bound();
    result_.openFiber(*merge.entries, bound, outer, out);
  }
  append(out, looped(merge, outer));
  if (merge.entries) result_.closeFiber(*merge.entries, outer, out);
  if (isOutermost && chunks_.canPartition(loop, *counting)) {
    context_.plan.mayBeChunked = true;
    context_.plan.assembles = context_.plan.assembles || writes(loop.body, facts_.result.tensor.name);
  }
}

Merge ForallLowering::open(const cin::Forall& loop, const Scope& outer, Body& out) {
  Merge merge = merging_.open(loop, followersOf(loop, outer, facts_), outer, out);
  merge.entries = levelOfResult(loop, outer, facts_);
  return merge;
}

void ForallLowering::noteBound(const Merge& merge, const Scope& outer) {
  if (context_.inChunks) return;
  std::vector<iteration::LevelIterator> leaders;
  for (const Head& head : merge.heads)
    if (head.leads) leaders.push_back(head.level);
  context_.plan.bounds[*merge.entries] = boundBy(leaders, merge.loop.var, outer, facts_);
}

Body ForallLowering::rowsTogether(const Merge& merge, const Expr& begin, const Expr& end, const Scope& scope) {
  const bool visitsEveryRow = merge.everywhere && merge.heads.empty();
  return visitsEveryRow ? rowsTogether_.lower(merge.loop, begin, end, scope) : Body();
}

void ForallLowering::inChunks(Merge& merge, const Counting& counting, const Scope& outer, Body& out) {
  context_.executions.shared.insert(outer.scheduledAs(merge.loop.var));
  const auto emit = [&](const Expr& begin, const Expr& end, const Scope& inner, Body& chunk) {
    if (const Body together = rowsTogether(merge, begin, end, inner); !together.empty()) return append(chunk, together);
    Scope scope = inner;
    scope.iteration = variable(counting.var, Type::I64);
    Body inside;
    merging_.iterate(merge, scope, visitOf(merge), inside);
    chunk.push_back(noteOf(merge.loop, merge.set));
    chunk.push_back(counted(merge.loop, outer, counting.var, begin, end, std::move(inside)));
  };
  chunks_.lower(merge.loop, counting, outer, emit, out);
}

Body ForallLowering::looped(Merge& merge, const Scope& outer) {
  const cin::Forall& loop = merge.loop;
  if (isAlongRuns(merge)) {
    Body all;
    startHeads(merge, all);
    append(all, runByRun(merge, takesWholeRuns(merge, facts_), outer, visitOf(merge), names_));
    return all;
  }
  if (Body together = rowsTogether(merge, merge.begin, merge.end, outer); !together.empty()) return together;
  Body all = mergeLoop(merge, outer);
  if (Body looked = inTablesOr(merge, outer, all); !looked.empty()) {
    all = std::move(looked);
  } else if (intersectsTwo(merge) && std::holds_alternative<cin::Assign>(loop.body->kind)) {
    Body opened;
    Merge again = open(loop, outer, opened);
    const Emit visited = visitOf(again);
    all = intersections_.probedOrMerged(again, std::move(opened), outer, visited, std::move(all));
  }
  const auto terms = scatteredTerms(merge, facts_);
  if (!terms.empty()) all = {scatteredRows_.scatteredOrMerged(merge, terms, outer, std::move(all))};
  if (isNestedFiberUnion(merge, facts_)) all = shortFibers_.byKeysOrFibers(merge, outer, std::move(all));
  return all;
}

Body ForallLowering::mergeLoop(Merge& merge, const Scope& outer) {
  Body all, inside;
  startHeads(merge, all);
  const Expr possible = merge.possible(false);
  const auto nest = merge.counts ? merge.of(merge.only->level).cursor->nest(all) : std::nullopt;
  if (intersectsTwo(merge)) merging_.intersect(merge, outer, visitOf(merge), inside);
  else merging_.iterate(merge, outer, visitOf(merge), inside);
  if (nest) {
    for (const Cursor::Nest::Part& part : nest->parts) {
      const Body loops = {forLoop(nest->outer, part.begin, part.end,
                                  {counted(merge.loop, outer, nest->inner, index(0), part.width, inside)})};
      append(all,
             &part == nest->parts.data() ? loops : withoutNotes(substituted(loops, {}, renamed(names_, {&loops}))));
    }
  } else if (const auto counting = countingOf(merge)) {
    all.push_back(counted(merge.loop, outer, counting->var, counting->begin, counting->end, std::move(inside)));
  } else {
    context_.executions.merged.insert(outer.scheduledAs(merge.loop.var));
    // Products of two fibers have other ways (intersections_).
    const bool isProduct = std::holds_alternative<cin::Assign>(merge.loop.body->kind);
    if (isProduct) all.push_back(whileLoop(possible, std::move(inside)));
    else append(all, merging_.mergeLoop(merge, possible, std::move(inside)));
  }
  return all;
}

Body ForallLowering::inTablesOr(const Merge& merge, const Scope& outer, const Body& walked) {
  Body looked;
  const std::vector<iteration::LevelIterator> followers = followersOf(merge.loop, outer, facts_);
  auto with = merging_.openWithTables(merge.loop, followers, outer, tables_, looked);
  if (!with) return {};
  Merge& again = with->merge;
  again.entries = merge.entries;
  // `walked` says when workspaces around are complete; the same condition here would use variables of this way alone.
  const auto around = workspaces_.live;
  // The room for what is appended is that for the leader of the merge.
  const bool isRoom = !merge.entries || (merge.only && again.only && same(merge.only->level, again.only->level));
  const auto follower =
      std::find_if(again.heads.begin(), again.heads.end(), [&](const Head& head) { return &head != again.only; });
  if (again.counts && again.heads.size() == 2 && isRoom)
    append(looked, intersections_.probing(again, *follower, outer, visitOf(again)));
  else append(looked, mergeLoop(again, outer));
  for (const auto& [name, workspace] : around) workspaces_.live.at(name) = workspace;
  return {ifThen(with->areWritten, std::move(looked), walked)};
}

Emit ForallLowering::visitOf(const Merge& merge) {
  return [this, &merge](Scope& inner, Body& out) { visit(merge, inner, out); };
}

// The body at a known coordinate, surrounded by the bookkeeping of the result.
void ForallLowering::visit(const Merge& merge, Scope& inner, Body& out) {
  const cin::Forall& loop = merge.loop;
  inner.isNoted = isSaidByNote(loop);
  const Expr exists = coordinates_.derive(inner, out);
  Body body;
  if (constant(exists) != 1) inner.facts.push_back(exists);
  if (merge.entries) result_.openEntry(*merge.entries, loop.body, inner, body);
  const Emit lowered = [&](Scope& scope, Body& to) {
    locator_.locate(loop.body, scope, to);
    statements_.lower(loop.body, scope, to);
  };
  if (isOverBoundaryRows(loop.var, inner)) body.push_back(boundaryOrInterior(inner, lowered));
  else lowered(inner, body);
  if (constant(exists) == 1) {
    const Body begun = result_.beginRow(loop, inner);
    body.insert(body.begin(), begun.begin(), begun.end());
  }
  if (merge.entries) result_.closeEntry(*merge.entries, inner, body);
  if (constant(exists) == 1) append(out, body);
  else out.push_back(ifThen(exists, std::move(body)));
}

}  // namespace stardust::loops
