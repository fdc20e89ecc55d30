#include "driver/planned.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "planner/plan.h"
#include "support/remedy.h"

namespace stardust::driver {
namespace {

bool leavesChoice(const std::vector<schedule::Command>& commands) {
  return std::all_of(commands.begin(), commands.end(), [](const schedule::Command& command) {
    return std::holds_alternative<schedule::Environment>(command.kind);
  });
}

planner::Facts factsOf(const Problem& problem, const notation::Assignment& assignment) {
  planner::Facts facts;
  for (const notation::Access& access : notation::accesses(assignment.rhs)) {
    const auto data = problem.operands.find(access.tensor.name);
    const bool isKnown = data != problem.operands.end() && !data->second.levels.empty();
    facts[access.tensor.name] = isKnown ? planner::factsOf(data->second) : planner::assumedFacts(access.tensor);
  }
  return facts;
}

// Whether all accesses of the tensor are copied to this format.
bool isOfAllAccesses(const notation::Assignment& assignment, const planner::Copy& copy,
                     const std::vector<planner::Copy>& all) {
  const auto accesses = notation::accesses(assignment.rhs);
  return std::all_of(accesses.begin(), accesses.end(), [&](const notation::Access& access) {
    return access.tensor.name != copy.access.tensor.name ||
           std::any_of(all.begin(), all.end(), [&](const planner::Copy& other) {
             return notation::equal(other.access, access) && other.to == copy.to;
           });
  });
}

std::string reasonOf(const planner::Choice& choice) {
  return fmt::format("the loops {} take about {:.2g} steps; without copies, {} take {:.2g}",
                     fmt::join(choice.best.order, ", "), choice.best.steps, fmt::join(choice.stored.order, ", "),
                     choice.stored.steps);
}

}  // namespace

Planned planned(const Problem& problem, const notation::Assignment& assignment) {
  if (!leavesChoice(problem.commands) || !planner::isPlannable(assignment)) return {};
  const planner::Choice choice = planner::choose(assignment, factsOf(problem, assignment));
  if (choice.best.steps * worthwhile > choice.stored.steps) return {};
  Planned planned{choice.best.order, {}};
  for (const planner::Copy& copy : choice.best.copies) {
    const bool isForAll = isOfAllAccesses(assignment, copy, choice.best.copies);
    const auto same = [&](const Conversion& other) { return isForAll && other.tensor == copy.access.tensor.name; };
    if (std::any_of(planned.conversions.begin(), planned.conversions.end(), same)) continue;
    planned.conversions.push_back({copy.access.tensor.name, copy.to, reasonOf(choice),
                                   isForAll ? std::vector<notation::IndexVar>() : copy.access.indices});
  }
  if (choice.best.result)
    planned.conversions.push_back({assignment.lhs.tensor.name, choice.best.result->to, reasonOf(choice)});
  return planned;
}

std::vector<Conversion> requestedConversions(const Problem& problem) {
  std::vector<Conversion> conversions;
  const auto all = notation::placedAccesses(problem.assignment);
  for (const schedule::Command& command : problem.commands) {
    const auto* convert = std::get_if<schedule::Convert>(&command.kind);
    if (!convert) continue;
    const auto isMeant = [&](const notation::PlacedAccess& placed) {
      return placed.access.tensor.name == convert->tensor &&
             (convert->indices.empty() || placed.access.indices == convert->indices);
    };
    const auto found = std::find_if(all.begin(), all.end(), isMeant);
    if (found == all.end()) {
      std::vector<std::string> accesses;
      for (const notation::PlacedAccess& placed : all) accesses.push_back(notation::print(placed.access));
      failUser(fmt::format("{} names no tensor of the expression", schedule::print(command)), command.where,
               fmt::format("there are {}", fmt::join(accesses, ", ")));
    }
    const Format format = withPlace(command.where, [&] { return convert->format.of(found->access.tensor.order()); });
    if (format.order() != found->access.tensor.order())
      failUser(fmt::format("{} has {} levels, but {} has {} modes", toString(format), format.order(), convert->tensor,
                           found->access.tensor.order()),
               command.where);
    conversions.push_back({convert->tensor, format, "the schedule says so", convert->indices});
  }
  return conversions;
}

}  // namespace stardust::driver
