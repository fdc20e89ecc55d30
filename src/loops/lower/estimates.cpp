// How much is put into a workspace at most, told without computing it: the loops of its producer, but for the innermost
// ones, which are counted by the lengths of what they would walk along.
#include "loops/lower/merge.h"

namespace stardust::loops {
namespace {

// The index of the workspace where it is assigned; workspaces that are estimated are vectors.
IndexVar indexOf(const cin::Stmt& stmt, const std::string& workspace) {
  for (const cin::Assign& a : assignmentsIn(stmt))
    if (a.lhs.tensor.name == workspace) return a.lhs.indices.at(0);
  return {};
}

}  // namespace

// estimate[x]: what the first x iterations put into the workspace.
std::string Lowering::estimateBefore(const cin::Forall& loop, const std::string& workspace, Body& out) {
  const std::string array = names_.fresh(workspace + "_most"), sum = names_.fresh(workspace + "_sum");
  estimate_ = Estimate{workspace, sum};
  Scope scope;
  Merge merge = openMerge(loop, scope, out);
  const Root root = rootOf(merge);
  Body body = {declare(sum, index(0))};
  iterate(loop, merge, scope, body);
  estimate_.reset();
  const Expr x = variable(root.var, Type::I64);
  body.push_back(store(array, add(x, index(1)), add(load(array, Type::I64, x), variable(sum, Type::I64))));
  out.push_back(allocate(array, Type::I64, add(root.end, index(1))));
  out.push_back(store(array, index(0), index(0)));
  out.push_back(forLoop(root.var, root.begin, root.end, std::move(body)));
  return array;
}

void Lowering::estimate(const cin::Stmt& stmt, Scope& scope, Body& out) {
  if (!writes(stmt, estimate_->workspace)) return;
  match(
      stmt->kind, [&](const cin::Forall& s) { estimateLoop(s, scope, out); }, [](const cin::Assign&) {},
      [&](const cin::Where& s) { estimateWhere(s, scope, out); },
      [&](const cin::Sequence& s) {
        estimate(s.first, scope, out);
        estimate(s.second, scope, out);
      },
      [&](const cin::Map& s) { estimate(s.body, scope, out); },
      [&](const cin::SuchThat& s) { estimate(s.body, scope, out); });
}

void Lowering::estimateLoop(const cin::Forall& loop, const Scope& scope, Body& out) {
  if (indexOf(loop.body, estimate_->workspace) != loop.var) return forall(loop, scope, out);
  const Expr bound = boundOfLoop(loop, scope, out), sum = variable(estimate_->sum, Type::I64);
  out.push_back(loops::assign(estimate_->sum, add(sum, bound)));
}

// However much is put into it, it holds each coordinate once.
void Lowering::estimateWhere(const cin::Where& s, Scope& scope, Body& out) {
  const std::string& workspace = estimate_->workspace;
  if (!writes(s.producer, workspace)) return estimate(s.consumer, scope, out);
  const std::string all = estimate_->sum, here = names_.fresh(workspace + "_here");
  out.push_back(declare(here, index(0)));
  estimate_->sum = here;
  locator_.locate(s.producer, scope, out);
  estimate(s.producer, scope, out);
  estimate_->sum = all;
  const Expr most = binary(BinaryOp::Min, variable(here, Type::I64), extent(indexOf(s.producer, workspace)));
  out.push_back(loops::assign(all, add(variable(all, Type::I64), most)));
}

}  // namespace stardust::loops
