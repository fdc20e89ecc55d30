#include "driver/idle_par.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stardust::driver {
namespace {

constexpr const char* rule = "par-without-effect";

spatial::Finding idle(const std::string& what, const Location& where, const std::string& why,
                      const std::string& remedy) {
  return {rule, false, Diagnostic{Family::User, what, where, why, remedy}};
}

const schedule::MapTo* mapOf(const schedule::Command& command) {
  if (const auto* map = std::get_if<schedule::MapTo>(&command.kind)) return map;
  const auto* accelerate = std::get_if<schedule::Accelerate>(&command.kind);
  return accelerate ? &accelerate->map : nullptr;
}

// The number of lanes, or the variable that holds it; 0: unspecified.
std::string factorOf(const schedule::MapTo& map) {
  return match(
      map.factor, [](int n) { return n ? std::to_string(n) : std::string(); },
      [](const std::string& variable) { return variable; });
}

}  // namespace

std::vector<spatial::Finding> idlePars(const Compiled& compiled) {
  std::vector<spatial::Finding> found;
  const auto& serial = compiled.lowered.serialLoops;
  for (const schedule::Command& command : compiled.commands) {
    const auto* environment = std::get_if<schedule::Environment>(&command.kind);
    if (environment && environment->var == "innerPar" && environment->value > 1 && !serial.empty())
      found.push_back(idle(fmt::format("innerPar = {} has no effect on the loop over {}", environment->value,
                                       fmt::join(serial, " and over ")),
                           command.where, "its body contains loops, so its iterations run one by one",
                           "environment(outerPar, …) copies the body of the outermost loop"));
    const schedule::MapTo* map = mapOf(command);
    const std::string factor = map ? factorOf(*map) : "";
    const bool isTransfer = map && map->function != "Reduction";
    if (isTransfer && !factor.empty() && factor != "innerPar" && factor != std::to_string(compiled.plan.innerPar))
      found.push_back(idle(fmt::format("the factor {} of {} has no effect", factor, map->function), command.where,
                           fmt::format("a transfer moves innerPar words at a time, here {}", compiled.plan.innerPar),
                           fmt::format("environment(innerPar, {}), for all of the program", factor)));
  }
  for (const auto& [var, loop] : compiled.plan.loops)
    if (loop.par > 1 && (!loop.leaf || notation::contains(serial, var)))
      found.push_back(idle(fmt::format("the factor {} of the loop over {} has no effect", loop.par, var), {},
                           "its body contains loops, so its iterations run one by one",
                           "environment(outerPar, …) copies the body of the outermost loop"));
  return found;
}

std::vector<std::string> idleOnCpu(const std::vector<schedule::Command>& commands) {
  std::vector<std::string> notes;
  for (const schedule::Command& command : commands)
    if (std::holds_alternative<schedule::Environment>(command.kind))
      notes.push_back(
          fmt::format("{} applies to the accelerator, and has no effect on the CPU", schedule::print(command)));
  return notes;
}

}  // namespace stardust::driver
