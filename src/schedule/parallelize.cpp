#include <fmt/format.h>

#include <algorithm>

#include "cin/position_loops.h"
#include "schedule/legality.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

// Whether iterations over runs of positions share elements only at their boundaries; the partial sums of such rows are
// added up.
bool sharesEnds(const std::vector<cin::Relation>& relations, const IndexVar& loop, const cin::Assign& assign) {
  const auto counting = cin::positionLoop(relations, loop);
  return counting && counting->isOutermost && !cin::orderedBy(relations, counting->pos, assign.lhs.indices).empty();
}

// The loop-carried dependence that prevents concurrent execution; empty if there is none. A reduction into a scalar is
// allowed: each thread or lane has its own accumulator.
std::string dependence(const std::vector<cin::Relation>& relations, const PlacedLoop& placed, cin::ParallelUnit unit) {
  const std::set<std::string> local = localWorkspaces(placed.loop.body);
  for (const cin::Assign& assign : cin::assignmentsIn(placed.loop.body)) {
    if (local.count(assign.lhs.tensor.name) != 0 ||
        cin::determinedBy(relations, assign.lhs.indices).count(placed.loop.var) != 0)
      continue;
    if (assign.op == notation::AssignOp::Set)
      return fmt::format("each iteration overwrites {}, and the last one determines its value",
                         notation::print(assign.lhs));
    if (unit == cin::ParallelUnit::CpuThread && !assign.lhs.indices.empty() &&
        !sharesEnds(relations, placed.loop.var, assign))
      return fmt::format("its iterations change the same {}", notation::print(assign.lhs));
  }
  return {};
}

std::string illegalPlacement(const PlacedLoop& placed, cin::ParallelUnit unit) {
  if (unit == cin::ParallelUnit::CpuThread)
    return placed.around.empty() ? ""
                                 : fmt::format("it is inside the loop over {}, and threads share an outermost loop",
                                               placed.around.back());
  const auto inner = loopVars(placed.loop.body);
  return inner.empty() ? ""
                       : fmt::format("the loop over {} is inside it, and lanes share an innermost loop", inner.front());
}

std::string hindrance(const std::vector<cin::Relation>& relations, const PlacedLoop& placed, cin::ParallelUnit unit) {
  const std::string why = illegalPlacement(placed, unit);
  return why.empty() ? dependence(relations, placed, unit) : why;
}

// Suggests the nearest loop that can be parallelised, or else a command that makes this one parallelisable.
std::string remedyFor(const Stmt& stmt, const std::vector<PlacedLoop>& loops, const PlacedLoop& wanted,
                      cin::ParallelUnit unit) {
  const auto& relations = cin::relationsOf(stmt);
  std::vector<const PlacedLoop*> legal;
  for (const PlacedLoop& placed : loops)
    if (hindrance(relations, placed, unit).empty()) legal.push_back(&placed);
  const auto distance = [&](const PlacedLoop* placed) {
    return std::abs(static_cast<int>(placed->around.size()) - static_cast<int>(wanted.around.size()));
  };
  const auto nearest = std::min_element(legal.begin(), legal.end(),
                                        [&](const auto* a, const auto* b) { return distance(a) < distance(b); });
  if (nearest != legal.end()) return cin::print(cin::Relation(cin::Parallelize{(*nearest)->loop.var, unit}));
  if (unit == cin::ParallelUnit::CpuThread)
    return "reorder the loops so that one over an index of the result is outermost";
  return "precompute the summands into a scalar, and vectorise the loop that sums";
}

void requireOneForThreads(const Stmt& stmt, const cin::Parallelize& command, const Location& where) {
  for (const cin::Relation& relation : cin::relationsOf(stmt)) {
    const auto* other = std::get_if<cin::Parallelize>(&relation);
    if (other && other->unit == command.unit && command.unit == cin::ParallelUnit::CpuThread)
      failUser(fmt::format("the loops over {} and {} cannot both be shared by threads", other->var, command.var), where,
               "threads share one loop",
               fmt::format("keep one of the two, or fuse({}, {}, …) first", other->var, command.var));
  }
}

}  // namespace

Stmt parallelize(const Stmt& stmt, const cin::Parallelize& command, const Location& where) {
  requireLoop(stmt, command.var, where);
  requireNotExecuted(stmt, command.var, where);
  requireOneForThreads(stmt, command, where);
  const std::vector<PlacedLoop> loops = placedLoops(stmt);
  for (const PlacedLoop& placed : loops) {
    if (placed.loop.var != command.var) continue;
    const std::string why = hindrance(cin::relationsOf(stmt), placed, command.unit);
    const char* what = command.unit == cin::ParallelUnit::CpuThread ? "shared by threads" : "vectorised";
    if (!why.empty())
      failUser(fmt::format("the loop over {} cannot be {}", command.var, what), where, why,
               remedyFor(stmt, loops, placed, command.unit));
  }
  return cin::suchThat(stmt, {command});
}

}  // namespace stardust::schedule
