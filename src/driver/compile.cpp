#include "driver/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "capstan/machine/limits.h"
#include "driver/host_fallback.h"
#include "driver/idle_par.h"
#include "driver/places.h"
#include "driver/ways.h"

namespace stardust::driver {
namespace {

std::vector<std::string> header(const Compiled& c) {
  std::vector<std::string> lines = {notation::print(c.assignment)};
  std::string formats;
  for (const auto& access : c.plan.accesses)
    formats += fmt::format("{}{}:{}", formats.empty() ? "" : "  ", access.access.tensor.name,
                           toString(access.access.tensor.format));
  lines.push_back("formats:  " + formats);
  if (!c.commands.empty()) lines.push_back("schedule: " + schedule::print(c.commands));
  lines.push_back("cin:      " + cin::print(c.scheduled));
  return lines;
}

// The text must be legal Spatial: what does not verify is our mistake, not the user's.
std::vector<spatial::Finding> warningsOfEmitted(const spatial::Program& program) {
  std::vector<spatial::Finding> findings = spatial::verify(program, capstan::publishedLimits);
  for (const auto& finding : findings)
    if (finding.isError)
      failInternal(
          fmt::format("the emitted program breaks the rule {}:\n{}", finding.rule, render(finding.diagnostic)));
  return findings;
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

namespace {

void runPasses(Compiled& c, const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
               const capstan::Machine& machine, const CompileOptions& options) {
  Stopwatch timed(c.times);
  const auto around = watched(timed, options.watch, c.seen);
  const auto ruled = [&](const passes::Pass& pass, const passes::Code& before,
                         const std::function<passes::Code()>& run) {
    return around(pass, before, [&] { return byRule([&] { return withPlaceOf(assignment, commands, run); }); });
  };
  const WayToSpatial way;
  passes::Settings settings;
  settings.commands = commands;
  settings.limits = limitsOf(machine);
  settings.facts = options.facts;
  c.assignment = assignment;
  c.commands = commands;
  c.concrete = std::get<cin::Stmt>(passes::run(way.concrete, assignment, settings, around));
  c.scheduled = std::get<cin::Stmt>(passes::run(way.scheduled, c.concrete, settings, around));
  c.plan = std::get<placement::Plan>(passes::run(way.planned, c.scheduled, settings, ruled));
  settings.spatial = {options.name, header(c), options.scalars, options.margin, options.dataFolder};
  c.lowered = std::get<spatial::Lowered>(passes::run(way.lowered, c.plan, settings, ruled));
  c.text = timed("print", [&] { return spatial::print(c.lowered.program); });
  c.parsed = timed("parse", [&] { return spatial::parse(makeSource(options.name + ".scala", c.text)); });
  c.warnings = timed("verify", [&] { return warningsOfEmitted(c.parsed); });
  for (spatial::Finding& idle : idlePars(c)) c.warnings.push_back(std::move(idle));
  c.mapping = timed("map", [&] { return capstan::map(c.parsed, machine); });
  c.resources = timed("resources", [&] { return capstan::resourcesOf(c.mapping, machine); });
}

auto setting(const char* var) {
  return [var](const schedule::Command& command) {
    const auto* environment = std::get_if<schedule::Environment>(&command.kind);
    return environment && environment->var == var;
  };
}

bool sets(const std::vector<schedule::Command>& commands, const char* var) {
  return std::any_of(commands.begin(), commands.end(), setting(var));
}

std::vector<schedule::Command> without(std::vector<schedule::Command> commands, const char* var) {
  commands.erase(std::remove_if(commands.begin(), commands.end(), setting(var)), commands.end());
  return commands;
}

std::vector<schedule::Command> with(std::vector<schedule::Command> commands, const char* var, int value) {
  commands.push_back({schedule::Environment{var, value}, {}});
  return commands;
}

bool fits(const capstan::Resources& resources, const capstan::Machine& machine) {
  return !capstan::shortageOf(resources, machine);
}

// Nothing if no rule takes it, if it does not fit, or needs a memory that several bodies cannot share.
std::optional<Compiled> tryCompile(const notation::Assignment& assignment,
                                   const std::vector<schedule::Command>& commands, const capstan::Machine& machine,
                                   CompileOptions options) {
  options.watch.tell = {};  // of what is only tried, nobody is told
  try {
    Compiled compiled = compile(assignment, commands, machine, options);
    if (fits(compiled.resources, machine)) return compiled;
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) throw;
  }
  return std::nullopt;
}

bool hasRules(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
              const capstan::Machine& machine, const CompileOptions& options) {
  try {
    compile(assignment, commands, machine, options);
  } catch (const NoRule&) {
    return false;
  }
  return true;
}

// A refusal that a single body escapes is of the parallelisation, which the user said, and not of the rules.
Compiled compileAsSaid(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                       const capstan::Machine& machine, const CompileOptions& options) {
  try {
    return compile(assignment, commands, machine, options);
  } catch (const NoRule& refusal) {
    if (sets(commands, "outerPar") && hasRules(assignment, without(commands, "outerPar"), machine, options))
      throw Error(refusal.diagnostic());
    throw;
  }
}

// Threads, the lanes of a processor's vectors, unrolled loops, and loops over positions.
void refuseForProcessors(const schedule::Command& command) {
  if (std::holds_alternative<cin::Pos>(command.kind))
    failUnsupported(
        fmt::format("{} on the accelerator", schedule::print(command)), command.where,
        "its loops visit coordinates: scanners and searches find them from tile to tile, and no unit finds the row of a position",
        "leave it out, or add --target=cpu");
  if (std::holds_alternative<cin::Parallelize>(command.kind) || std::holds_alternative<cin::Unroll>(command.kind))
    failUser(
        fmt::format("{} is for processors", schedule::print(command)), command.where,
        "on the accelerator, environment(outerPar, …) copies the body of the outermost loop, and environment(innerPar, …) says how many lanes the innermost ones have",
        "leave it out, or add --target=cpu");
}

// A program that another run wrote looks for its files in a folder of its own.
spatial::Program withFilesOf(const spatial::Lowered& lowered, spatial::Program program) {
  const auto isBound = [](const std::vector<spatial::BoundArray>& arrays, const std::string& file) {
    return std::any_of(arrays.begin(), arrays.end(), [&](const auto& array) { return array.file == file; });
  };
  for (auto* part : {&program.host, &program.checks})
    for (spatial::HostStmt& stmt : *part) {
      auto* load = std::get_if<spatial::HostLoad>(&stmt.kind);
      if (!load) continue;
      const std::string bare = std::filesystem::path(load->file).filename().string();
      if (isBound(lowered.operands, bare) || isBound(lowered.results, bare)) load->file = bare;
    }
  return program;
}

}  // namespace

Compiled compile(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                 const capstan::Machine& machine, const CompileOptions& options) {
  for (const schedule::Command& command : commands) refuseForProcessors(command);
  Compiled compiled;
  try {
    withPlaceOf(assignment, commands, [&] { runPasses(compiled, assignment, commands, machine, options); });
  } catch (const Error&) {
    if (options.watch.tell) options.watch.tell(compiled.seen);
    throw;
  }
  return compiled;
}

namespace {

Compiled fitted(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                const capstan::Machine& machine, const CompileOptions& options) {
  Compiled compiled = compileAsSaid(assignment, commands, machine, options);
  if (!sets(commands, "outerPar") && placement::canCopyOuterLoop(compiled.plan)) {
    for (int outerPar = machine.shuffle.maxOuterPar; outerPar > 1; outerPar /= 2)
      if (auto candidate = tryCompile(assignment, with(commands, "outerPar", outerPar), machine, options))
        return std::move(*candidate);
  }
  if (fits(compiled.resources, machine)) return compiled;
  if (!sets(commands, "scanDensity")) {  // searches are unrolled into many units; a scan needs few
    const auto scanning = with(commands, "scanDensity", 0);
    if (tryCompile(assignment, scanning, machine, options)) return fitted(assignment, scanning, machine, options);
  }
  withPlaceOf(assignment, commands, [&] { capstan::requireFits(compiled.mapping, machine); });
  return compiled;
}

}  // namespace

Compiled compileToFit(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                      const capstan::Machine& machine, const CompileOptions& options) {
  Compiled compiled = fitted(assignment, commands, machine, options);
  if (options.watch.tell) options.watch.tell(compiled.seen);
  return compiled;
}

Compiled replaceProgram(Compiled compiled, const std::string& path, const std::string& text,
                        const capstan::Machine& machine) {
  compiled.text = text;
  compiled.parsed = withFilesOf(compiled.lowered, spatial::parse(makeSource(path, text)));
  compiled.warnings = spatial::verify(compiled.parsed, capstan::publishedLimits);
  for (const auto& finding : compiled.warnings)
    if (finding.isError) throw Error(finding.diagnostic);
  compiled.mapping = capstan::map(compiled.parsed, machine);
  compiled.resources = capstan::resourcesOf(compiled.mapping, machine);
  capstan::requireFits(compiled.mapping, machine);
  return compiled;
}

placement::Facts factsOf(const std::map<std::string, Storage>& operands) {
  placement::Facts facts;
  for (const auto& [tensor, storage] : operands) facts.emplace(tensor, placement::factsOf(storage));
  return facts;
}

placement::Limits limitsOf(const capstan::Machine& machine) {
  placement::Limits limits;
  limits.lanes = machine.pcu.lanes;
  limits.pmuWords = machine.wordsOfPmu();
  limits.pmus = machine.grid.pmu;
  limits.maxOuterParShared = machine.shuffle.maxOuterPar;
  return limits;
}

}  // namespace stardust::driver
