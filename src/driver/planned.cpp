#include "driver/planned.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cin/loop_order.h"
#include "driver/conversions.h"
#include "format/widths.h"
#include "notation/accumulate.h"
#include "notation/inner_reductions.h"
#include "planner/plan.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

bool hasData(const Problem& problem, const notation::TensorVar& tensor) {
  const auto data = problem.operands.find(tensor.name);
  return problem.facts.count(tensor.name) != 0 || tensor.order() == 0 ||
         (data != problem.operands.end() && !data->second.levels.empty());
}

planner::Facts factsOf(const Problem& problem, const notation::Assignment& assignment) {
  planner::Facts facts;
  for (const notation::Access& access : notation::accesses(assignment.rhs)) {
    const notation::TensorVar& tensor = access.tensor;
    if (const auto known = problem.facts.find(tensor.name); known != problem.facts.end())
      facts[tensor.name] = known->second;
    else if (tensor.order() > 0 && hasData(problem, tensor))
      facts[tensor.name] =
          planner::factsOf(problem.operands.at(tensor.name), planner::meetingModes(assignment, tensor.name));
    else facts[tensor.name] = planner::assumedFacts(tensor);
  }
  return facts;
}

// Lines of memory make a constant factor, which assumed sizes say nothing about.
planner::Abilities knowing(planner::Abilities abilities, const Problem& problem,
                           const notation::Assignment& assignment) {
  const auto read = notation::accesses(assignment.rhs);
  abilities.readsLines = abilities.readsLines &&
                         std::all_of(read.begin(), read.end(),
                                     [&](const notation::Access& access) { return hasData(problem, access.tensor); });
  return abilities;
}

std::vector<Conversion> conversionsOf(const planner::Candidate& candidate, const notation::Assignment& assignment,
                                      const std::string& why) {
  std::vector<Conversion> conversions =
      driver::conversionsOf(assignment, candidate.copies, [&](const planner::Copy& copy) {
        return Conversion{copy.access.tensor.name, copy.to, why};
      });
  if (candidate.result) conversions.push_back({assignment.lhs.tensor.name, candidate.result->to, why});
  return conversions;
}

std::vector<schedule::Command> commandsOf(const std::vector<Conversion>& conversions) {
  std::vector<schedule::Command> commands;
  for (const Conversion& conversion : conversions)
    commands.push_back({schedule::Convert{conversion.tensor, conversion.indices, conversion.to}, {}});
  return commands;
}

// Whether all facts are assumed. Then only what holds for all data decides.
bool areAssumed(const Problem& problem, const notation::Assignment& assignment) {
  const auto read = notation::accesses(assignment.rhs);
  return std::none_of(read.begin(), read.end(), [&](const notation::Access& access) {
    return access.tensor.order() > 0 && hasData(problem, access.tensor);
  });
}

enum class Deciding { Steps, Tasks };

// The stored candidate, unless another one is clearly better.
const planner::Candidate& taken(const planner::Choice& choice, Deciding by) {
  const planner::Candidate& best = by == Deciding::Steps ? choice.best : choice.asymptotic;
  const bool copies = !choice.stored.copies.empty() || choice.stored.result;
  const double factor = copies ? planner::worthwhileOfCopies : planner::worthwhile;
  return best.steps * factor <= choice.stored.steps ? best : choice.stored;
}

std::string scheduleOf(const planner::Candidate& candidate, const notation::Assignment& assignment) {
  std::vector<schedule::Command> commands = commandsOf(conversionsOf(candidate, assignment, {}));
  commands.push_back({schedule::Reorder{candidate.order}, {}});
  return schedule::print(commands);
}

std::vector<PlanRow> rowsOf(const planner::Choice& choice, const planner::Candidate& taken,
                            const notation::Assignment& assignment) {
  const std::string stored = scheduleOf(choice.stored, assignment);
  std::vector<PlanRow> rows;
  const auto add = [&](const planner::Candidate& candidate) {
    const std::string text = scheduleOf(candidate, assignment);
    if (std::none_of(rows.begin(), rows.end(), [&](const PlanRow& row) { return row.schedule == text; }))
      rows.push_back({text, candidate.steps, rows.empty(), text == stored});
  };
  add(taken);
  for (const planner::Candidate& candidate : choice.orders) add(candidate);
  add(choice.stored);
  for (const planner::Dominated& dominated : choice.dominated) {
    const std::string text = scheduleOf(dominated.candidate, assignment);
    auto row = std::find_if(rows.begin(), rows.end(), [&](const PlanRow& known) { return known.schedule == text; });
    if (row == rows.end()) row = rows.insert(rows.end(), {text, dominated.candidate.steps});
    row->dominatedBy = scheduleOf(dominated.by, assignment);
  }
  return rows;
}

Planned ofOneNest(const notation::Assignment& assignment, const planner::Facts& facts, planner::Abilities abilities,
                  Deciding by) {
  const planner::Choice choice = planner::choose(assignment, facts, abilities);
  const planner::Candidate& best = taken(choice, by);
  if (&best == &choice.stored) return {{}, {}, rowsOf(choice, choice.stored, assignment)};
  const std::string why = fmt::format("the planned loops {} take about {:.2g} steps instead of {:.2g}",
                                      fmt::join(best.order, ", "), best.steps, choice.stored.steps);
  return {{best.order}, conversionsOf(best, assignment, why), rowsOf(choice, best, assignment)};
}

// Each term is added to the result by a nest of its own.
Planned ofTerms(const notation::Assignment& assignment, const planner::Facts& facts, planner::Abilities abilities,
                Deciding by) {
  Planned planned;
  planner::Candidate all;
  double stored = 0;
  for (const notation::Term& term : notation::additiveTerms(assignment.rhs)) {
    notation::Assignment alone = assignment;
    alone.rhs = term.expr;
    if (!planner::isPlannable(alone)) {
      planned.orders.push_back(cin::loopOrder(alone));
      continue;
    }
    const planner::Choice choice = planner::choose(alone, facts, abilities, planner::Result::Fixed);
    const planner::Candidate& best = by == Deciding::Steps ? choice.best : taken(choice, by);
    planned.orders.push_back(best.order);
    all.copies.insert(all.copies.end(), best.copies.begin(), best.copies.end());
    all.steps += best.steps;
    stored += choice.stored.steps;
  }
  if (stored == 0) return {};  // no term has a choice
  const bool isWorthwhile = all.steps * planner::worthwhile <= stored;
  const std::string why = fmt::format("the planned loops take about {:.2g} steps instead of {:.2g}", all.steps, stored);
  planned.conversions = conversionsOf(all, assignment, why);
  planned.rows = {{schedule::print(commandsOf(planned.conversions)), all.steps, isWorthwhile},
                  {"stored()", stored, !isWorthwhile, true}};
  if (isWorthwhile) return planned;
  std::swap(planned.rows.front(), planned.rows.back());
  return {{}, {}, planned.rows};
}

bool isSumOfReductions(const notation::Assignment& assignment) {
  return !notation::reducesAll(assignment.op) && notation::additiveTerms(assignment.rhs).size() > 1 &&
         notation::variables(assignment.rhs).size() <= planner::mostVars &&
         !notation::reductionVariables(assignment.rhs, assignment.lhs).empty();
}

}  // namespace

bool leavesChoice(const std::vector<schedule::Command>& commands) {
  return std::all_of(commands.begin(), commands.end(), [](const schedule::Command& command) {
    return std::holds_alternative<schedule::Environment>(command.kind);
  });
}

Planned planned(const Problem& problem, const notation::Assignment& assignment, cin::Sums sums,
                planner::Abilities abilities) {
  if (!leavesChoice(problem.commands) || !planner::hasCountableModes(assignment)) return {};
  if (notation::hasReducedOperands(assignment.rhs)) return {};
  abilities = knowing(abilities, problem, assignment);
  const Deciding by = areAssumed(problem, assignment) ? Deciding::Tasks : Deciding::Steps;
  if (planner::isPlannable(assignment)) return ofOneNest(assignment, factsOf(problem, assignment), abilities, by);
  if (sums == cin::Sums::Apart && isSumOfReductions(assignment))
    return ofTerms(assignment, factsOf(problem, assignment), abilities, by);
  return {};
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
    const Format asked = withPlace(command.where, [&] { return convert->format.of(found->access.tensor.order()); });
    const Format format = withWidthsOf(found->access.tensor.format, asked);
    if (format.order() != found->access.tensor.order())
      failUser(fmt::format("{} asks for {}, but {} has {}", schedule::print(command), counted(format.order(), "level"),
                           convert->tensor, counted(found->access.tensor.order(), "mode")),
               command.where);
    const bool isResult = found == all.begin();
    if (!isResult && !keepsPadding(found->access.tensor.format, format))
      failUser(fmt::format("{} would store other coordinates than {} as {}", schedule::print(command), convert->tensor,
                           toString(found->access.tensor.format)),
               command.where,
               "a copy stores the coordinates that the operand stores: zero times infinity is not a number",
               fmt::format("-f={}:{}", convert->tensor, toString(format)));
    conversions.push_back({convert->tensor, format, "the schedule converts it", convert->indices});
  }
  return conversions;
}

}  // namespace stardust::driver
