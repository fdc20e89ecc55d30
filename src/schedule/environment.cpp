#include <fmt/format.h>

#include "schedule/factor.h"
#include "schedule/schedule.h"

namespace stardust::schedule {

const std::vector<EnvironmentVariable>& environmentVariables() {
  static const std::vector<EnvironmentVariable> variables = {
      {"innerPar", 1, 0, 16, "lanes over which the innermost loops are vectorised"},
      {"outerPar", 1, 1024, 1024, "copies of the body of the outermost loop"},
      {"scanDensity", 0, 100, 100,
       "percentage of stored coordinates from which on an intersection is scanned, not searched"},
      {"sharedLevels", 0, 64, 64, "outermost levels of the operands whose coordinates are loaded once for all passes"},
  };
  return variables;
}

const EnvironmentVariable& requireVariable(const std::string& name, const Location& where) {
  std::vector<std::string> names;
  for (const EnvironmentVariable& variable : environmentVariables()) {
    if (name == variable.name) return variable;
    names.emplace_back(variable.name);
  }
  const auto similar = nearest(name, names);
  failUser(fmt::format("there is no environment variable {}", name), where,
           fmt::format("there are {}", fmt::join(names, ", ")),
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

void requireLegal(const Environment& command, const Location& where, int lanes) {
  const EnvironmentVariable& variable = requireVariable(command.var, where);
  const int most = variable.most ? variable.most : lanes;
  if (command.value < variable.least || (most && command.value > most))
    failUser(fmt::format("{} cannot be {}", command.var, command.value), where, variable.meaning,
             most ? fmt::format("{} to {}", variable.least, most) : fmt::format("{} or more", variable.least));
}

void requireLanes(const std::vector<Command>& commands, int lanes) {
  for (const Command& command : commands) {
    if (const auto* environment = std::get_if<Environment>(&command.kind))
      requireLegal(*environment, command.where, lanes);
    const auto* map = std::get_if<MapTo>(&command.kind);
    if (const auto* accelerate = std::get_if<Accelerate>(&command.kind)) map = &accelerate->map;
    if (map) requireFactor(map->factor, command.where, lanes);
  }
}

Stmt environment(const Stmt& stmt, const Environment& command, const Location& where) {
  requireLegal(command, where);
  if (const auto before = cin::setting(stmt, command.var); before && *before != command.value)
    failUser(fmt::format("{} is {} and {}", command.var, *before, command.value), where,
             "a variable of the environment has one value",
             fmt::format("keep one of environment({0}, {1}) and environment({0}, {2})", command.var, *before,
                         command.value));
  return cin::suchThat(stmt, {cin::Setting{command.var, command.value}});
}

}  // namespace stardust::schedule
