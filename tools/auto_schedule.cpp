#include "auto_schedule.h"

#include <fmt/format.h>

#include <cmath>

#include "driver/problem.h"
#include "driver/target.h"
#include "support/plural.h"
#include "tune/automatic.h"

namespace stardust::tools {

bool hasAutomaticSchedule(const driver::KernelSpec& spec) {
  return schedule::automaticAmong(driver::scheduleOf(spec)) != nullptr;
}

void requireData(const std::vector<driver::KernelSpec>& steps, bool hasData) {
  for (const driver::KernelSpec& step : steps) {
    const std::vector<schedule::Command> commands = driver::scheduleOf(step);
    const schedule::Command* const automatic = schedule::automaticAmong(commands);
    if (automatic && !hasData)
      failUnsupported("auto without data", automatic->where,
                      "a program that is compiled without the facts of its operands is not the one that is predicted",
                      "stardust run with --spatial=FILE.scala or --artifact=DIR, or the schedule that a run prints");
  }
}

std::vector<driver::KernelSpec> withChosenSchedule(std::vector<driver::KernelSpec> steps,
                                                   const driver::RunRequest& request) {
  for (driver::KernelSpec& step : steps) {
    const std::vector<schedule::Command> commands = driver::scheduleOf(step);
    const schedule::Command* const automatic = schedule::automaticAmong(commands);
    if (!automatic) continue;
    if (commands.size() > 1)
      failUser("auto beside other commands", automatic->where, "it chooses the whole schedule",
               "leave out auto, or the other commands");
    if (steps.size() > 1)
      failUnsupported(
          fmt::format("auto with {}", counted(steps.size(), "expression")), automatic->where,
          "the choice depends on the operands, and later expressions have operands that are not computed yet",
          "run the expressions one at a time, or leave out auto");
    const driver::Backend& target = driver::backendOf(request);
    if (!target.simulates())
      failUnsupported(fmt::format("auto for {}", target.title()), automatic->where,
                      "the choice predicts cycles of the accelerator",
                      "leave out auto: then the planner orders the loops");
    const tune::Choice choice = tune::choose(driver::loadProblem(step, request.progress), request);
    step.commands = choice.candidate.commands;
    step.notes.push_back(fmt::format("auto is {}: {} cycles are predicted, limited by {}; of {}, {} not fit",
                                     choice.candidate.text.empty() ? "the default schedule" : choice.candidate.text,
                                     std::llround(choice.candidate.predicted->cycles),
                                     choice.candidate.predicted->limit, counted(choice.candidates, "candidate"),
                                     choice.refused == 1 ? "1 does" : fmt::format("{} do", choice.refused)));
  }
  return steps;
}

}  // namespace stardust::tools
