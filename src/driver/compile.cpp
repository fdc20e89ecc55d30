#include "driver/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cin/concretize.h"
#include "schedule/passes.h"

namespace stardust::driver {
namespace {

/// Runs passes and notes how long each took.
class Stopwatch {
 public:
  explicit Stopwatch(std::vector<PassTime>& times) : times_(times) {}
  template <class Pass>
  auto operator()(const char* pass, Pass&& run) {
    const auto start = std::chrono::steady_clock::now();
    auto result = run();
    times_.push_back({pass, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
    return result;
  }

 private:
  std::vector<PassTime>& times_;
};

std::vector<std::string> header(const Compiled& c) {
  std::vector<std::string> lines = {notation::print(c.assignment)};
  std::string formats;
  for (const auto& access : c.plan.accesses)
    formats += fmt::format("{}{}:{}", formats.empty() ? "" : "  ", access.access.tensor.name, toString(access.access.tensor.format));
  lines.push_back("formats:  " + formats);
  if (!c.commands.empty()) lines.push_back("schedule: " + schedule::print(c.commands));
  lines.push_back("cin:      " + cin::print(c.scheduled));
  return lines;
}

// The plan knows the environment's values, and names the variable that it refuses, but not where the user set it.
Location placeOf(const std::vector<schedule::Command>& commands, const std::string& refused) {
  Location place;
  for (const schedule::Command& command : commands)
    if (const auto* set = std::get_if<schedule::Environment>(&command.kind); set && refused.rfind(set->var + " is ", 0) == 0)
      place = command.where;
  return place;
}

placement::Plan planOf(const cin::Stmt& scheduled, const std::vector<schedule::Command>& commands, const placement::Limits& limits) {
  try {
    return placement::plan(scheduled, limits);
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    if (!diagnostic.where) diagnostic.where = placeOf(commands, diagnostic.what);
    throw Error(std::move(diagnostic));
  }
}

// The text must be legal Spatial: what does not verify is our mistake, not the user's.
std::vector<spatial::Finding> warningsOf(const spatial::Program& program) {
  std::vector<spatial::Finding> findings = spatial::verify(program);
  for (const auto& finding : findings)
    if (finding.isError) failInternal(fmt::format("the emitted program breaks the rule {}:\n{}", finding.rule, render(finding.diagnostic)));
  return findings;
}

// What lowering does not do yet.
void requireLowered(const notation::Assignment& assignment) {
  if (notation::reducesAll(assignment.op))
    failUnsupported(fmt::format("assignment {} on Capstan", notation::symbol(assignment.op)), assignment.lhsWhere, {}, "--target=oracle");
  for (const auto& [access, where] : notation::placedAccesses(assignment))
    for (auto var = access.indices.begin(); var != access.indices.end(); ++var)
      if (std::find(access.indices.begin(), var, *var) != var)
        failUnsupported(fmt::format("index variable {} twice in {} on Capstan", *var, notation::print(access)), where,
                        "a diagonal needs an iteration that follows two modes at once", "store the diagonal in a tensor of its own");
}

}  // namespace

double Compiled::secondsToText() const {
  double seconds = 0;
  for (const PassTime& time : times) {
    seconds += time.seconds;
    if (time.pass == "print") break;
  }
  return seconds;
}

Compiled compile(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands, const capstan::Machine& machine,
                 const CompileOptions& options) {
  Compiled c;
  Stopwatch timed(c.times);
  c.assignment = assignment;
  c.commands = commands;
  requireLowered(assignment);
  c.concrete = timed("concretize", [&] { return cin::concretize(assignment); });
  c.scheduled = timed("schedule", [&] { return schedule::apply(c.concrete, commands); });
  c.scheduled = timed("accelerateReductions", [&] { return schedule::accelerateReductions(c.scheduled); });
  c.scheduled = timed("bulkTransfers", [&] { return schedule::bulkTransfers(c.scheduled); });
  c.plan = timed("plan", [&] { return planOf(c.scheduled, commands, limitsOf(machine)); });
  c.lowered = timed("lower", [&] {
    return spatial::lower(c.plan, {options.name, header(c), options.scalars, options.margin});
  });
  c.text = timed("print", [&] { return spatial::print(c.lowered.program); });
  c.parsed = timed("parse", [&] { return spatial::parse(makeSource(options.name + ".scala", c.text)); });
  c.warnings = timed("verify", [&] { return warningsOf(c.parsed); });
  c.mapping = timed("map", [&] { return capstan::map(c.parsed, machine); });
  c.resources = timed("resources", [&] { return capstan::resourcesOf(c.mapping, machine); });
  return c;
}

namespace {

bool setsOuterPar(const std::vector<schedule::Command>& commands) {
  return std::any_of(commands.begin(), commands.end(), [](const schedule::Command& command) {
    const auto* environment = std::get_if<schedule::Environment>(&command.kind);
    return environment && environment->var == "outerPar";
  });
}

std::vector<schedule::Command> withOuterPar(std::vector<schedule::Command> commands, int outerPar) {
  commands.push_back({schedule::Environment{"outerPar", outerPar}, {}});
  return commands;
}

// The outermost loop can be copied if it is not the vectorised one and does not read one stream.
bool hasOuterLoop(const placement::Plan& plan) {
  return std::any_of(plan.loops.begin(), plan.loops.end(),
                     [](const auto& entry) { return entry.second.depth == 1 && !entry.second.leaf && !entry.second.sparse(); });
}

bool fits(const capstan::Resources& resources) {
  const capstan::Units &need = resources.used, &have = resources.available;
  return need.pcu <= have.pcu && need.pmu <= have.pmu && need.mc <= have.mc && need.shuffle <= have.shuffle;
}

}  // namespace

Compiled compileToFit(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands, const capstan::Machine& machine,
                      const CompileOptions& options) {
  Compiled compiled = compile(assignment, commands, machine, options);
  if (!setsOuterPar(commands) && hasOuterLoop(compiled.plan)) {
    for (int outerPar = machine.shuffle.maxOuterPar; outerPar > 1; outerPar /= 2) {
      Compiled candidate = compile(assignment, withOuterPar(commands, outerPar), machine, options);
      if (fits(candidate.resources)) return candidate;
    }
  }
  if (!fits(compiled.resources)) capstan::requireFits(compiled.mapping, machine);
  return compiled;
}

placement::Limits limitsOf(const capstan::Machine& machine) {
  placement::Limits limits;
  limits.lanes = machine.pcu.lanes;
  limits.pmuWords = machine.pmu.words();
  limits.pmus = machine.grid.pmu;
  limits.maxOuterParShared = machine.shuffle.maxOuterPar;
  return limits;
}

}  // namespace stardust::driver
