#include "loops/lower/estimates.h"

#include <fmt/format.h>

#include "loops/idioms/scan.h"
#include "loops/lower/independence.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

// The index variable of the workspace in its assignment; estimated workspaces are vectors.
IndexVar indexOf(const cin::Stmt& stmt, const std::string& workspace) {
  for (const cin::Assign& a : assignmentsIn(stmt))
    if (a.lhs.tensor.name == workspace) return a.lhs.indices.at(0);
  return {};
}

}  // namespace

std::string Estimates::before(const cin::Forall& loop, const std::string& workspace, Body& out) {
  const std::string array = names_.fresh(workspace + "_most");
  const Sum sum{workspace, names_.fresh(workspace + "_sum")};
  out.push_back(
      note(fmt::format("count what each iteration of forall({}) puts into {}, at most", loop.var, workspace)));
  const Scope scope;
  Merge merge = merging_.open(loop, {}, scope, out);
  const Counting counting = countingOf(merge).value();
  Body body = {declare(sum.var, index(0))};
  merging_.iterate(merge, scope, inside(loop.body, sum), body);
  const Expr x = variable(counting.var, Type::I64);
  out.push_back(allocate(array, Type::I64, add(counting.end, index(1))));
  if (options_.manyThreads && isIndependent(body)) {
    body.push_back(store(array, x, variable(sum.var, Type::I64)));
    out.push_back(forLoop(counting.var, counting.begin, counting.end, std::move(body), Order::Parallel));
    out.push_back(idiomStmt(Type::I64, Scan{array, counting.end}));
    return array;
  }
  body.push_back(store(array, add(x, index(1)), add(load(array, Type::I64, x), variable(sum.var, Type::I64))));
  out.push_back(store(array, index(0), index(0)));
  out.push_back(forLoop(counting.var, counting.begin, counting.end, std::move(body)));
  return array;
}

Emit Estimates::inside(const cin::Stmt& body, const Sum& sum) {
  return [this, &body, sum](Scope& inner, Body& out) {
    locator_.locate(body, inner, out);
    estimate(body, sum, inner, out);
  };
}

void Estimates::estimate(const cin::Stmt& stmt, const Sum& sum, Scope& scope, Body& out) {
  if (!writes(stmt, sum.workspace)) return;
  match(
      stmt->kind, [&](const cin::Forall& s) { estimateLoop(s, sum, scope, out); }, [](const cin::Assign&) {},
      [&](const cin::Where& s) { estimateWhere(s, sum, scope, out); },
      [&](const cin::Sequence& s) {
        estimate(s.first, sum, scope, out);
        estimate(s.second, sum, scope, out);
      },
      [&](const cin::Map& s) { estimate(s.body, sum, scope, out); },
      [&](const cin::SuchThat& s) { estimate(s.body, sum, scope, out); });
}

void Estimates::estimateLoop(const cin::Forall& loop, const Sum& sum, const Scope& outer, Body& out) {
  LoopAround around{outer, {}, {}};
  Scope scope = outer;
  scope.around.push_back(&around);
  const Body all = traversed(loop, sum, scope);
  append(out, around.before);
  append(out, all);
}

// Looks up unchanged fibers in tables, as the loop itself does.
Body Estimates::traversed(const cin::Forall& loop, const Sum& sum, const Scope& outer) {
  Body walked, looked;
  Merge merge = merging_.open(loop, {}, outer, walked);
  if (indexOf(loop.body, sum.workspace) == loop.var) {
    walked.push_back(loops::assign(sum.var, add(variable(sum.var, Type::I64), merge.bound())));
    return walked;
  }
  append(walked, traversed(merge, sum, outer));
  auto with = merging_.openWithTables(loop, {}, outer, tables_, looked);
  if (!with) return walked;
  append(looked, traversed(with->merge, sum, outer));
  return {ifThen(with->areWritten, std::move(looked), std::move(walked))};
}

Body Estimates::traversed(Merge& merge, const Sum& sum, const Scope& outer) {
  Body all, body;
  startHeads(merge, all);
  const Expr possible = merge.possible(false);
  const Emit visit = inside(merge.loop.body, sum);
  if (intersectsTwo(merge)) merging_.intersect(merge, outer, visit, body);
  else merging_.iterate(merge, outer, visit, body);
  if (const auto counting = countingOf(merge))
    all.push_back(forLoop(counting->var, counting->begin, counting->end, std::move(body)));
  else append(all, merging_.mergeLoop(merge, possible, std::move(body)));
  return all;
}

// Clamps the estimate to the extent: a workspace holds each coordinate at most once.
void Estimates::estimateWhere(const cin::Where& s, const Sum& sum, Scope& scope, Body& out) {
  if (!writes(s.producer, sum.workspace)) return estimate(s.consumer, sum, scope, out);
  const Sum here{sum.workspace, names_.fresh(sum.workspace + "_here")};
  out.push_back(declare(here.var, index(0)));
  locator_.locate(s.producer, scope, out);
  estimate(s.producer, here, scope, out);
  const Expr most = binary(BinaryOp::Min, variable(here.var, Type::I64), extent(indexOf(s.producer, sum.workspace)));
  out.push_back(loops::assign(sum.var, add(variable(sum.var, Type::I64), most)));
}

}  // namespace stardust::loops
