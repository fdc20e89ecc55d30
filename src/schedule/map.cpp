#include <fmt/format.h>

#include "schedule/factor.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {

const std::vector<BackendFunction>& backendFunctions() {
  static const std::vector<BackendFunction> functions = {
      {"Spatial", "Reduction", "a loop that accumulates into a scalar becomes a Reduce pattern"},
      {"Spatial", "BulkLoad", "a loop nest that copies into an on-chip tensor becomes one load"},
      {"Spatial", "BulkStore", "a loop nest that copies out of an on-chip tensor becomes one store"},
  };
  return functions;
}

namespace {

void requireFunction(const MapTo& command, const Location& where) {
  std::vector<std::string> known;
  for (const BackendFunction& function : backendFunctions()) {
    if (command.backend == function.backend && command.function == function.name) return;
    known.push_back(fmt::format("{}, {}", function.backend, function.name));
  }
  const auto similar = nearest(fmt::format("{}, {}", command.backend, command.function), known);
  failUser(fmt::format("there is no function {} of backend {}", command.function, command.backend), where,
           fmt::format("there are: {}", fmt::join(known, "; ")),
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

}  // namespace

void requireMappable(const Stmt& stmt, const MapTo& command, const Location& where) {
  requireFunction(command, where);
  const Nest nest = nestOf(stmt);
  const auto* assign = std::get_if<cin::Assign>(&nest.body->kind);
  if (command.function == "Reduction") {
    if (!assign || nest.vars.size() != 1 || assign->op == notation::AssignOp::Set || !assign->lhs.indices.empty())
      failUser(fmt::format("{} is not a reduction", cin::print(stmt)), where,
               "Reduction takes one loop that reduces into a scalar, as in forall(j, ws += e)",
               "precompute the sum into a scalar first: precompute(e, {}, {}, ws)");
    return;
  }
  const auto* source = assign ? std::get_if<notation::Access>(&assign->rhs->kind) : nullptr;
  if (!source || nest.vars.empty() || assign->op != notation::AssignOp::Set ||
      source->tensor.workspace == assign->lhs.tensor.workspace)
    failUser(
        fmt::format("{} is not a copy between a tensor and an on-chip workspace", cin::print(stmt)), where,
        fmt::format("{} takes a loop nest around W(..) = T(..) or T(..) = W(..)", command.function),
        "precompute the tensor first, and map the nest that fills the workspace; copies are also found automatically");
}

void requireFactor(const Factor& factor, const Location& where, int lanes) {
  const int* number = std::get_if<int>(&factor);
  if (!number || *number >= 0) return;
  const std::string legal = lanes ? fmt::format("1 to {}", lanes) : std::string("1 or more");
  failUser(fmt::format("a factor of {}", *number), where, "it is a number of lanes",
           legal + ", or 0 for as many as innerPar");
}

int resolveFactor(const Stmt& stmt, const Factor& factor, const Location& where) {
  requireFactor(factor, where);
  if (const int* number = std::get_if<int>(&factor)) return *number;
  const auto& var = std::get<std::string>(factor);
  if (const auto value = cin::setting(stmt, var)) return *value;
  for (const EnvironmentVariable& variable : environmentVariables())
    if (var == variable.name)
      failUser(fmt::format("{} is used before it is set", var), where, {},
               fmt::format("environment({}, {}) before it", var, variable.example));
  environment(stmt, {var, 1}, where);  // reports the legal variables
  failInternal("an unknown environment variable is refused");
}

Stmt mapTo(const Stmt& stmt, const MapTo& command, const Location& where) {
  const int factor = resolveFactor(stmt, command.factor, where);
  const Stmt result = replaceFirst(stmt, [&](const Stmt& s) {
    if (!cin::equal(s, command.stmt)) return Stmt();
    requireMappable(s, command, where);
    return cin::map(s, command.backend, command.function, factor);
  });
  if (!result) failNoStatement(stmt, command.stmt, where);
  return result;
}

void failNoStatement(const Stmt& stmt, const Stmt& wanted, const Location& where) {
  failUser(fmt::format("nothing matches {}", cin::print(wanted)), where, "the statement is " + cin::print(stmt),
           "name a part of it, with the same tensors and index variables");
}

}  // namespace stardust::schedule
