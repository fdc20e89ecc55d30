#include <fmt/format.h>

#include "schedule/schedule.h"

namespace stardust::schedule {

const std::vector<EnvironmentVariable>& environmentVariables() {
  static const std::vector<EnvironmentVariable> variables = {
      {"innerPar", 1, 16, "lanes over which the innermost loops are vectorised"},
      {"outerPar", 1, 1024, "copies of the body of the outermost loop"},
      {"scanDensity", 0, 100,
       "percentage of stored coordinates from which on an intersection is scanned, not searched"},
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

void requireLegal(const Environment& command, const Location& where) {
  const EnvironmentVariable& variable = requireVariable(command.var, where);
  if (command.value < variable.least || command.value > variable.most)
    failUser(fmt::format("{} cannot be {}", command.var, command.value), where, variable.meaning,
             fmt::format("{} to {}", variable.least, variable.most));
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
