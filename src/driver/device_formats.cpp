#include "driver/device_formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cin/loop_order.h"
#include "driver/conversions.h"
#include "driver/host_fallback.h"
#include "driver/pipelines.h"
#include "driver/places.h"
#include "driver/planned.h"
#include "levels/registry.h"
#include "planner/copies.h"
#include "schedule/search.h"

namespace stardust::driver {
namespace {

using Conversions = std::vector<Conversion>;

bool contains(const Conversions& conversions, const std::string& tensor) {
  return std::any_of(conversions.begin(), conversions.end(), [&](const Conversion& c) { return c.tensor == tensor; });
}

void addUnlessEqual(Conversions& conversions, const notation::TensorVar& tensor, const Format& to, const char* why) {
  if (!contains(conversions, tensor.name) && to != tensor.format) conversions.push_back({tensor.name, to, why});
}

Conversions readable(const notation::Assignment& assignment) {
  Conversions conversions;
  for (const auto& access : notation::accesses(assignment.rhs))
    addUnlessEqual(conversions, access.tensor, acceleratorFormat(access.tensor.format),
                   "the accelerator reads dense and compressed levels");
  const notation::TensorVar& result = assignment.lhs.tensor;
  addUnlessEqual(conversions, result, acceleratorFormat(result.format),
                 "the accelerator assembles dense and compressed levels");
  return conversions;
}

template <class Kind>
bool has(const std::vector<schedule::Command>& commands) {
  return std::any_of(commands.begin(), commands.end(),
                     [](const auto& command) { return std::holds_alternative<Kind>(command.kind); });
}

bool namesExpressions(const std::vector<schedule::Command>& commands) {
  return has<schedule::Precompute>(commands) || has<schedule::MapTo>(commands) || has<schedule::Accelerate>(commands);
}

// Whether all accesses of a tensor need the same format.
bool everyAccess(const notation::Assignment& assignment, const cin::Discordant& wanted,
                 const std::vector<cin::Discordant>& all) {
  const auto accesses = notation::accesses(assignment.rhs);
  return std::all_of(accesses.begin(), accesses.end(), [&](const notation::Access& access) {
    return access.tensor.name != wanted.access.tensor.name ||
           std::any_of(all.begin(), all.end(), [&](const cin::Discordant& other) {
             return notation::equal(other.access, access) && other.agreeing == wanted.agreeing;
           });
  });
}

Conversion inLoopOrder(const cin::Discordant& wanted, const cin::Stmt& loops) {
  const notation::Access& access = wanted.access;
  notation::TensorVar agreeing = access.tensor;
  agreeing.format = wanted.agreeing;
  const auto order = cin::levelOrder({agreeing, access.indices});
  Conversion conversion{access.tensor.name, planner::compressedInOrder(wanted.agreeing),
                        fmt::format("the loops visit {} by {}", notation::print(access), fmt::join(order, ", then "))};
  const auto nest = cin::nestOf(loops).vars;
  if (std::all_of(order.begin(), order.end(), [&](const auto& var) { return schedule::contains(nest, var); }))
    conversion.otherwise = fmt::format("-s=\"reorder({})\" to search for coordinates instead", fmt::join(order, ", "));
  return conversion;
}

// Conversions of the operands whose storage order differs from the order of the scheduled loops.
Conversions inLoopOrder(const Scheduled& scheduled) {
  const std::vector<schedule::Command>& commands = scheduled.commands();
  if (has<schedule::Reorder>(commands)) return {};
  const cin::Stmt& loops = scheduled.stmt();
  const auto found = cin::discordant(loops);
  Conversions conversions;
  for (const cin::Discordant& wanted : found) {
    Conversion conversion = inLoopOrder(wanted, loops);
    if (everyAccess(scheduled.assignment(), wanted, found)) {
      if (!contains(conversions, conversion.tensor)) conversions.push_back(std::move(conversion));
    } else if (!namesExpressions(commands)) {
      conversion.indices = wanted.access.indices;
      conversions.push_back(std::move(conversion));
    }
  }
  return conversions;
}

}  // namespace

Format acceleratorFormat(const Format& format) {
  std::vector<LevelFormat> levels = format.levels();
  for (LevelFormat& level : levels) level = levels::of(level).onAccelerator;
  return Format(std::move(levels), format.modeOrder(), format.region());
}

namespace {

// The same problem in other formats, as far as formats and names are concerned.
notation::Assignment described(const Problem& problem, const Conversions& conversions) {
  Problem withoutData;
  withoutData.assignment = problem.assignment;
  return applyConversions(std::move(withoutData), conversions).assignment;
}

// Composes conversions: `first`, then those that sort the results into loop order.
Conversions joined(Conversions first, Conversions inOrder) {
  for (Conversion& conversion : inOrder) {
    const auto same =
        std::find_if(first.begin(), first.end(), [&](const Conversion& c) { return c.tensor == conversion.tensor; });
    if (same == first.end() || !conversion.indices.empty()) {
      first.push_back(std::move(conversion));
    } else {
      same->to = conversion.to;
      same->why += "; " + conversion.why;
    }
  }
  return first;
}

// Without a schedule, a plan chooses the loop order and the formats that suit it. Converted operands may make another
// loop order the best one, in which case the statement starts again. If the loops visit all operands in storage order,
// the statement stays the same.
Ready readyFor(Problem problem, Conversions readable, const passes::Pipeline& begin, cin::Sums sums,
               planner::Abilities abilities, bool strict, const PassWatch& watch) {
  readable = joined(std::move(readable), requestedConversions(problem));
  const Planned plan = strict ? Planned() : planned(problem, described(problem, readable), sums, abilities);
  readable = joined(std::move(readable), plan.conversions);
  problem.plan = plan.rows;
  const auto scheduled = [&](const notation::Assignment& assignment) {
    return withPlaceOf(assignment, problem.commands,
                       [&] { return Scheduled(assignment, problem.commands, begin, sums, watch, plan.orders); });
  };
  Scheduled first = scheduled(described(problem, readable));
  const Conversions inOrder = inLoopOrder(first);
  problem = applyConversions(std::move(problem), joined(readable, inOrder), strict);
  if (inOrder.empty()) return {std::move(problem), std::move(first)};
  Scheduled again = scheduled(problem.assignment);
  return {std::move(problem), std::move(again)};
}

}  // namespace

cin::Sums sumsFor(const std::vector<schedule::Command>& commands) {
  return schedule::schedulesLoops(commands) ? cin::Sums::Together : cin::Sums::Apart;
}

Ready forAccelerator(Problem problem, bool strict, const PassWatch& watch) {
  const Conversions conversions = readable(problem.assignment);
  const cin::Sums sums = sumsFor(problem.commands);
  return byRule(
      [&] { return readyFor(std::move(problem), conversions, SpatialPipeline().begin, sums, {}, strict, watch); });
}

Ready forCpu(Problem problem, bool strict, const PassWatch& watch) {
  Conversions conversions;
  const notation::TensorVar& result = problem.assignment.lhs.tensor;
  addUnlessEqual(conversions, result, loops::assembledFormat(result.format),
                 result.format != expanded(result.format)
                     ? "the loops assemble runs below dense levels, or directly below a compressed one"
                     : "the loops assemble dense and compressed levels");
  const cin::Sums sums = sumsFor(problem.commands);
  return readyFor(std::move(problem), conversions, CPipeline().begin, sums, cpuAbilities, strict, watch);
}

}  // namespace stardust::driver
