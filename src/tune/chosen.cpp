#include "tune/chosen.h"

#include <fmt/format.h>

#include <cmath>

#include "driver/problem.h"
#include "driver/target.h"
#include "files/files.h"
#include "support/lexer.h"
#include "support/plural.h"
#include "tune/automatic.h"
#include "tune/winners_file.h"

namespace stardust::tune {
namespace {

struct ChoiceCommand {
  std::string name;
  bool isKept;
  Location where;
};

std::optional<ChoiceCommand> choiceAmong(const std::vector<schedule::Command>& commands) {
  const schedule::Command* const found = schedule::automaticAmong(commands);
  if (!found) return std::nullopt;
  const auto& automatic = std::get<schedule::Automatic>(found->kind);
  return ChoiceCommand{automatic.name(), automatic.isKept, found->where};
}

std::string shown(const std::string& schedule) { return schedule.empty() ? "the default schedule" : schedule; }

void requireAlone(const ChoiceCommand& choice, std::size_t commands, std::size_t steps,
                  const driver::RunRequest& request) {
  if (commands > 1)
    failUser(fmt::format("{} beside other commands", choice.name), choice.where, "it chooses the whole schedule",
             fmt::format("leave out {}, or the other commands", choice.name));
  if (steps > 1)
    failUnsupported(fmt::format("{} with {}", choice.name, counted(steps, "expression")), choice.where,
                    "the choice depends on the operands, and later expressions have operands that are not computed yet",
                    fmt::format("run the expressions one at a time, or leave out {}", choice.name));
  const driver::Backend& target = driver::backendOf(request);
  if (!target.simulates())
    failUnsupported(fmt::format("{} for {}", choice.name, target.title()), choice.where,
                    "the choice is for the fewest cycles of the accelerator",
                    fmt::format("leave out {}: then the planner orders the loops", choice.name));
}

// A schedule, and the note about it.
struct Chosen {
  std::vector<schedule::Command> commands;
  std::string note;
};

Chosen predictedFor(const driver::Problem& problem, const driver::RunRequest& request) {
  const Choice choice = choose(problem, request);
  return {choice.candidate.commands,
          fmt::format("auto is {}: {} cycles are predicted, limited by {}; the best of {} predicted {}",
                      shown(choice.candidate.text), std::llround(choice.candidate.predicted->cycles),
                      choice.candidate.predicted->limit, choice.predicted, plural(choice.predicted, "schedule"))};
}

Winners winnersIn(const std::string& file, const Location& where) {
  if (file.empty())
    failUser("there is no folder for kept schedules", where, "neither HOME nor XDG_CACHE_HOME is set",
             "name a file with --tuned=FILE");
  if (!pathExists(file))
    failUser(fmt::format("there are no kept schedules: {} does not exist", file), where, {},
             "stardust tune keeps those that it finds");
  return readWinners(file);
}

[[noreturn]] void failFinding(const Winners::Found& found, const std::string& file, const Location& where) {
  const char* const remedy = "stardust tune finds and keeps one, and -s=auto predicts one";
  if (!found.winner)
    failUser(
        "no schedule is kept for this kernel", where,
        fmt::format("{} has none for this expression with these formats and types, on this machine and memory", file),
        remedy);
  const std::string ratio = std::isinf(found.distance.factor)
                                ? "is of one of them only"
                                : fmt::format("differs {:.3g} times", found.distance.factor);
  failUser("no schedule is kept for such operands", where,
           fmt::format("of the nearest ones, {} {}; a schedule is used for operands that differ {:g} times at most",
                       found.distance.fact, ratio, nearFactor),
           remedy);
}

Chosen keptFor(const driver::Problem& problem, const driver::RunRequest& request, const std::string& file,
               const Location& where) {
  const Winners winners = winnersIn(file, where);
  const driver::Hardware hardware = driver::loadHardware(request.machine, request.memories.front(), request.settings);
  const Winners::Found found = winners.nearest(subjectOf(problem, hardware));
  if (!found.isNear()) failFinding(found, file, where);
  const std::string operands = found.distance.fact.empty() ? std::string("operands with the same facts")
                                                           : fmt::format("operands whose {} differs {:.3g} times",
                                                                         found.distance.fact, found.distance.factor);
  return {schedule::parse(makeSource(file, found.winner->schedule)),
          fmt::format("tuned is {}, which {} found: {} cycles with {} (from {})", shown(found.winner->schedule),
                      found.winner->version, grouped(found.winner->cycles), operands, file)};
}

Chosen chosenFor(const ChoiceCommand& choice, const driver::Problem& problem, const driver::RunRequest& request,
                 const std::string& tunedFile) {
  if (!choice.isKept) return predictedFor(problem, request);
  return keptFor(problem, request, tunedFile.empty() ? defaultWinnersFile() : tunedFile, choice.where);
}

}  // namespace

bool hasChosenSchedule(const driver::KernelSpec& spec) {
  return schedule::automaticAmong(driver::scheduleOf(spec)) != nullptr;
}

void requireData(const std::vector<driver::KernelSpec>& steps, bool hasData) {
  for (const driver::KernelSpec& step : steps)
    if (const auto choice = choiceAmong(driver::scheduleOf(step)); choice && !hasData)
      failUnsupported(fmt::format("{} without data", choice->name), choice->where,
                      "a program that is compiled without the facts of its operands is not the one that was measured",
                      "stardust run with --spatial=FILE.scala or --artifact=DIR, or the schedule that a run prints");
}

std::vector<driver::KernelSpec> withChosenSchedule(std::vector<driver::KernelSpec> steps,
                                                   const driver::RunRequest& request, const std::string& tunedFile,
                                                   const exec::Operands& given) {
  for (driver::KernelSpec& step : steps) {
    const std::vector<schedule::Command> commands = driver::scheduleOf(step);
    const auto choice = choiceAmong(commands);
    if (!choice) continue;
    requireAlone(*choice, commands.size(), steps.size(), request);
    const driver::Problem problem = driver::loadProblem(step, request.progress, given);
    Chosen chosen = chosenFor(*choice, problem, request, tunedFile);
    step.commands = std::move(chosen.commands);
    step.notes.push_back(std::move(chosen.note));
  }
  return steps;
}

driver::Problem withChosenSchedule(driver::Problem problem, const driver::RunRequest& request) {
  const auto choice = choiceAmong(problem.commands);
  if (!choice) return problem;
  requireAlone(*choice, problem.commands.size(), 1, request);
  Chosen chosen = chosenFor(*choice, problem, request, {});
  problem.commands = std::move(chosen.commands);
  problem.notes.push_back(std::move(chosen.note));
  return problem;
}

}  // namespace stardust::tune
