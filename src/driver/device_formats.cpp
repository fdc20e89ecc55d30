#include "driver/device_formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cin/concretize.h"
#include "cin/loop_order.h"
#include "driver/conversions.h"
#include "driver/host_fallback.h"
#include "levels/registry.h"
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

// A dense level that gets below other levels than before pads other coordinates; a compressed one stores those of
// before. Without one, what is below a compressed level becomes compressed, too: a singleton has room for one
// coordinate, and in another order there may be more.
Format withoutPadding(const Format& format) {
  std::vector<LevelFormat> levels = format.levels();
  const auto isFull = [](LevelFormat level) { return levels::of(level).isFull; };
  const auto first = std::find_if_not(levels.begin(), levels.end(), isFull);
  const bool pads = std::find_if(first, levels.end(), isFull) != levels.end();
  const auto sparse = pads ? first : std::find_if(first, levels.end(), levels::isListed);
  std::fill(sparse, levels.end(), compressed);
  return Format(std::move(levels), format.modeOrder(), format.region());
}

// Do all accesses of a tensor want the same format?
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
  Conversion conversion{access.tensor.name, withoutPadding(wanted.agreeing),
                        fmt::format("the loops visit {} by {}", notation::print(access), fmt::join(order, ", then "))};
  const auto nest = cin::nestOf(loops).vars;
  if (std::all_of(order.begin(), order.end(), [&](const auto& var) { return schedule::contains(nest, var); }))
    conversion.otherwise = fmt::format("-s=\"reorder({})\" to search for coordinates instead", fmt::join(order, ", "));
  return conversion;
}

Conversions inLoopOrder(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                        cin::Sums sums) {
  if (has<schedule::Reorder>(commands)) return {};
  const cin::Stmt loops =
      schedule::apply(cin::concretize(assignment, sums, schedule::namedWorkspaces(commands)), commands);
  const auto found = cin::discordant(loops);
  Conversions conversions;
  for (const cin::Discordant& wanted : found) {
    Conversion conversion = inLoopOrder(wanted, loops);
    if (everyAccess(assignment, wanted, found)) {
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

// `conversions`, and those that bring what is then there into the order of the loops.
Problem convertedWith(Conversions conversions, Problem problem, cin::Sums sums, bool strict) {
  Problem withoutData;
  withoutData.assignment = problem.assignment;
  withoutData = applyConversions(std::move(withoutData), conversions);
  for (Conversion& conversion : inLoopOrder(withoutData.assignment, problem.commands, sums)) {
    const auto same = std::find_if(conversions.begin(), conversions.end(),
                                   [&](const Conversion& c) { return c.tensor == conversion.tensor; });
    if (same == conversions.end() || !conversion.indices.empty()) {
      conversions.push_back(std::move(conversion));
    } else {
      same->to = conversion.to;
      same->why += "; " + conversion.why;
    }
  }
  return applyConversions(std::move(problem), conversions, strict);
}

}  // namespace

cin::Sums sumsForCpu(const std::vector<schedule::Command>& commands) {
  return schedule::schedulesLoops(commands) ? cin::Sums::Together : cin::Sums::Apart;
}

Problem forAccelerator(Problem problem, bool strict) {
  Conversions conversions = readable(problem.assignment);
  return byRule([&] { return convertedWith(std::move(conversions), std::move(problem), cin::Sums::Together, strict); });
}

Problem forCpu(Problem problem, bool strict) {
  Conversions conversions;
  const notation::TensorVar& result = problem.assignment.lhs.tensor;
  addUnlessEqual(conversions, result, loops::assembledFormat(result.format),
                 result.format != expanded(result.format)
                     ? "the loops assemble runs below dense levels, or directly below a compressed one"
                     : "the loops assemble dense and compressed levels");
  const cin::Sums sums = sumsForCpu(problem.commands);
  return convertedWith(std::move(conversions), std::move(problem), sums, strict);
}

}  // namespace stardust::driver
