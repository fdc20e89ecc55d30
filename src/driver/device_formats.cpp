#include "driver/device_formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "cin/loop_order.h"
#include "driver/conversions.h"
#include "driver/host_fallback.h"
#include "driver/in_place.h"
#include "driver/pipelines.h"
#include "driver/places.h"
#include "driver/planned.h"
#include "driver/triangles.h"
#include "driver/words.h"
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

Conversions assembled(const notation::Assignment& assignment) {
  Conversions conversions;
  for (const auto& access : notation::accesses(assignment.rhs))
    if (access.tensor.format.isSymmetric())
      addUnlessEqual(conversions, access.tensor, expanded(access.tensor.format),
                     "the loops read both triangles of a symmetric matrix");
  const notation::TensorVar& result = assignment.lhs.tensor;
  addUnlessEqual(conversions, result, loops::assembledFormat(result.format),
                 pads(result.format)
                     ? "the loops assemble dense and compressed levels, and the host adds the zeros that it pads with"
                 : levels::of(result.format.levels().empty() ? dense : result.format.levels().back()).mergesValues
                     ? "the loops assemble runs below dense levels, or directly below a compressed one"
                 : result.format.widths().positions == Width::Bits32
                     ? "the loops assemble dense and compressed levels, with positions of 64 bits"
                     : "the loops assemble dense and compressed levels");
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

Conversion inLoopOrder(const planner::Copy& copy, const cin::Stmt& loops) {
  const notation::Access& access = copy.access;
  notation::TensorVar agreeing = access.tensor;
  agreeing.format = copy.to;
  const auto order = cin::levelOrder({agreeing, access.indices});
  Conversion conversion{access.tensor.name, copy.to,
                        fmt::format("the loops visit {} by {}", notation::print(access), fmt::join(order, ", then "))};
  const auto nest = cin::nestOf(loops).vars;
  if (std::all_of(order.begin(), order.end(), [&](const auto& var) { return schedule::contains(nest, var); }))
    conversion.otherwise = fmt::format("-s=\"reorder({})\" to search for coordinates instead", fmt::join(order, ", "));
  return conversion;
}

// Conversions of the operands whose storage order differs from the order of the scheduled loops. A copy for one access
// has a name of its own, which the expressions of a schedule do not have.
// `searches`: operands of a loop order that the user has chosen keep their order, and are searched.
Conversions inLoopOrder(const Scheduled& scheduled, bool searches) {
  const std::vector<schedule::Command>& commands = scheduled.commands();
  if (searches && has<schedule::Reorder>(commands)) return {};
  const cin::Stmt& loops = scheduled.stmt();
  std::vector<planner::Copy> copies;
  for (const cin::Discordant& found : cin::discordant(loops))
    copies.push_back({found.access, planner::compressedInOrder(found.access.tensor.format, found.agreeing)});
  Conversions conversions = conversionsOf(scheduled.assignment(), copies,
                                          [&](const planner::Copy& copy) { return inLoopOrder(copy, loops); });
  if (namesExpressions(commands))
    std::erase_if(conversions, [](const Conversion& conversion) { return !conversion.indices.empty(); });
  return conversions;
}

}  // namespace

Format acceleratorFormat(const Format& format) {
  std::vector<LevelFormat> levels = format.levels();
  for (LevelFormat& level : levels) level = levels::of(level).onAccelerator;
  return format.with(std::move(levels), format.modeOrder());
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

// The needs of a target.
struct Needs {
  passes::Pipeline begin;
  std::function<Conversions(const notation::Assignment&)> readable;  // into formats that its programs read
  planner::Abilities abilities;
  std::optional<cin::Sums> sums = {};  // none: by the schedule
  bool searches = true;                // for a coordinate in a fiber
};

// Conversions of the schedule come first, then those into formats that the target reads. Without a schedule, a plan
// chooses the loop order and the formats that suit it. Converted operands may make another loop order the best one, in
// which case the statement starts again. If the loops visit all operands in storage order, the statement stays the
// same.
Ready readyFor(Problem problem, const Needs& needs, bool strict, const PassWatch& watch) {
  const cin::Sums sums = needs.sums.value_or(sumsFor(problem.commands));
  Conversions conversions = requestedConversions(problem);
  const Conversions intoReadable = needs.readable(described(problem, conversions));
  conversions = joined(std::move(conversions), intoReadable);
  const Planned plan = strict ? Planned() : planned(problem, described(problem, conversions), sums, needs.abilities);
  conversions = joined(std::move(conversions), plan.conversions);
  problem.plan = plan.rows;
  const auto scheduled = [&](const notation::Assignment& assignment) {
    return withPlaceOf(assignment, problem.commands,
                       [&] { return Scheduled(assignment, problem.commands, needs.begin, sums, watch, plan.orders); });
  };
  Scheduled first = scheduled(described(problem, conversions));
  const Conversions inOrder = inLoopOrder(first, needs.searches);
  problem = applyConversions(std::move(problem), joined(std::move(conversions), inOrder), strict);
  if (inOrder.empty()) return {std::move(problem), std::move(first)};
  Scheduled again = scheduled(problem.assignment);
  return {std::move(problem), std::move(again)};
}

}  // namespace

cin::Sums sumsFor(const std::vector<schedule::Command>& commands) {
  return schedule::schedulesLoops(commands) ? cin::Sums::Together : cin::Sums::Apart;
}

Ready forAccelerator(Problem problem, bool strict, const PassWatch& watch) {
  const Needs needs{SpatialPipeline().begin, readable, {}};
  return byRule([&] { return readyFor(inWords(std::move(problem), strict), needs, strict, watch); });
}

Ready forSam(Problem problem, bool strict, const PassWatch& watch) {
  return readyFor(std::move(problem), {SpatialPipeline().begin, readable, {}, cin::Sums::Together, false}, strict,
                  watch);
}

Ready forCpu(Problem problem, bool strict, const PassWatch& watch, planner::Abilities abilities) {
  const notation::Expr written = problem.assignment.rhs;
  problem = onTriangles(std::move(problem));
  const bool isOnTriangles = !problem.assignment.rhs.same(written);
  Ready ready = readyFor(std::move(problem), {CPipeline().begin, assembled, abilities}, strict, watch);
  ready.inPlace = viewsInPlace(ready.problem, ready.scheduled.stmt());
  if (isOnTriangles) ready.problem.plan.clear();  // a schedule cannot name the accesses of this form
  return ready;
}

}  // namespace stardust::driver
