#include "driver/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <variant>

#include "capstan/machine/limits.h"
#include "capstan/mapping/copies.h"
#include "driver/device_formats.h"
#include "driver/host_fallback.h"
#include "driver/idle_par.h"
#include "driver/pipelines.h"
#include "driver/places.h"
#include "spatial/visit.h"

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

const spatial::Finding* firstError(const std::vector<spatial::Finding>& findings) {
  const auto error =
      std::find_if(findings.begin(), findings.end(), [](const auto& finding) { return finding.isError; });
  return error == findings.end() ? nullptr : &*error;
}

// Why the machine refuses the program, if it is smaller than the published one. The text must be legal Spatial: a
// program that the published machine refuses, too, is an internal error.
std::optional<Diagnostic> refusedByMachine(const spatial::Program& program,
                                           const std::vector<spatial::Finding>& findings) {
  const spatial::Finding* refused = firstError(findings);
  if (!refused) return std::nullopt;
  const auto published = spatial::verify(program, capstan::publishedLimits);
  if (const spatial::Finding* error = firstError(published))
    failInternal(fmt::format("the emitted program breaks the rule {}:\n{}", error->rule, render(error->diagnostic)));
  Diagnostic diagnostic = refused->diagnostic;
  diagnostic.family = Family::Unsupported;
  diagnostic.where = {};  // the user has not seen the text
  return diagnostic;
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

// Why there is no program.
struct Refusal {
  /// No rule for the statement; too many parallel bodies; a memory, or the copies of a loop, that do not fit.
  enum class Of { Rules, Bodies, Size } of;
  Diagnostic diagnostic;
  std::vector<SeenPass> seen;
};

// A program, which may exceed the machine's units, or the reason why there is none.
using Outcome = std::variant<Compiled, Refusal>;

passes::Settings settingsFor(const Scheduled& scheduled, const capstan::Machine& machine,
                             const CompileOptions& options) {
  passes::Settings settings;
  settings.commands = scheduled.commands();
  settings.limits = limitsOf(machine);
  settings.facts = options.facts;
  return settings;
}

// The DRAM from which a memory is loaded; empty: none.
std::string loadedInto(const std::string& memory, const spatial::Body& body) {
  for (const spatial::Stmt& stmt : body) {
    const auto* load = std::get_if<spatial::Load>(&stmt->kind);
    if (load && load->memory == memory) return load->dram;
    const spatial::Body* inner = spatial::bodyOf(*stmt);
    const std::string dram = inner ? loadedInto(memory, *inner) : "";
    if (!dram.empty()) return dram;
  }
  return {};
}

cin::StoredPart storedPart(placement::Part part) {
  switch (part) {
    case placement::Part::Pos: return cin::StoredPart::Positions;
    case placement::Part::Crd: return cin::StoredPart::Coordinates;
    case placement::Part::Vals: return cin::StoredPart::Values;
  }
  return {};
}

// The keep that makes copies of the array in a memory; null: none.
const schedule::Command* keepOf(const Compiled& c, const std::string& memory) {
  const std::string dram = loadedInto(memory, c.parsed.accel);
  const auto& arrays = c.lowered.operands;
  const auto array = std::find_if(arrays.begin(), arrays.end(), [&](const auto& a) { return a.dram == dram; });
  if (array == arrays.end()) return nullptr;
  const auto keeps = std::find_if(c.commands.rbegin(), c.commands.rend(), [&](const schedule::Command& command) {
    const auto* keep = std::get_if<cin::Keep>(&command.kind);
    return keep && cin::covers(*keep, array->tensor, storedPart(array->part), array->level);
  });
  return keeps == c.commands.rend() ? nullptr : &*keeps;
}

// Why a copy of an array cannot be kept (keep): in some pass of the program, the lanes of a vector gather it.
std::optional<Diagnostic> refusedKeep(const Compiled& c) {
  const spatial::Finding* error = firstError(c.warnings);
  if (!error || error->rule != "sram-index-affine") return std::nullopt;
  const schedule::Command* command = keepOf(c, error->memory);
  if (!command) return std::nullopt;
  cin::Keep shared = std::get<cin::Keep>(command->kind);
  shared.as = cin::KeptAs::Shared;
  return Diagnostic{Family::User, schedule::print(*command) + " is not possible", command->where,
                    error->diagnostic.what + ", and the banks of a copy are chosen before the run",
                    cin::print(cin::Relation(shared))};
}

// Runs the passes from the scheduled statement to the program text.
std::optional<Refusal> toText(Compiled& c, const Scheduled& scheduled, const capstan::Machine& machine,
                              const CompileOptions& options) {
  const Stopwatch timed(c.times);
  const auto around = watched(timed, options.watch, c.seen);
  const auto ruled = [&](const passes::Pass& pass, const passes::Code& before,
                         const std::function<passes::Code()>& run) {
    return around(pass, before, [&] { return byRule([&] { return withPlaceOf(c.assignment, c.commands, run); }); });
  };
  const SpatialPipeline way;
  passes::Settings settings = settingsFor(scheduled, machine, options);
  c.scheduled = std::get<cin::Stmt>(passes::run(way.scheduled, scheduled.stmt(), settings, around));
  if (cin::setting(c.scheduled, "outerPar").value_or(1) > 1) {
    const auto refused = byRule([&] {
      return withPlaceOf(c.assignment, c.commands,
                         [&] { return placement::refusedBodies(c.scheduled, settings.limits, settings.facts); });
    });
    if (refused) return Refusal{Refusal::Of::Bodies, placed(*refused, c.assignment, c.commands), c.seen};
  }
  c.plan = std::get<placement::Plan>(passes::run(way.planned, c.scheduled, settings, ruled));
  settings.spatial = {options.name, header(c), options.scalars, options.margin, options.dataFolder};
  c.lowered = std::get<spatial::Lowered>(passes::run(way.lowered, c.plan, settings, ruled));
  c.text = timed("print", [&] { return spatial::print(c.lowered.program); });
  return std::nullopt;
}

// Parses the text, verifies it, and maps it to the machine.
std::optional<Refusal> toUnits(Compiled& c, const capstan::Machine& machine, const CompileOptions& options) {
  const Stopwatch timed(c.times);
  const auto refused = [&](const Diagnostic& diagnostic) {
    return Refusal{Refusal::Of::Size, placed(diagnostic, c.assignment, c.commands), c.seen};
  };
  c.parsed = timed("parse", [&] { return spatial::parse(makeSource(options.name + ".scala", c.text)); });
  c.limits = capstan::programLimits(machine);
  c.warnings = timed("verify", [&] { return spatial::verify(c.parsed, c.limits); });
  if (const auto refusal = refusedKeep(c)) return refused(*refusal);
  if (const auto refusal = refusedByMachine(c.parsed, c.warnings)) return refused(*refusal);
  for (spatial::Finding& idle : idlePars(c)) c.warnings.push_back(std::move(idle));
  if (const auto copies = capstan::refusedCopies(c.parsed, machine)) return refused(*copies);
  c.mapping = timed("map", [&] { return capstan::map(c.parsed, machine); });
  c.resources = timed("resources", [&] { return capstan::resourcesOf(c.mapping, machine); });
  if (c.resources.tooLarge) return refused(*c.resources.tooLarge);
  return std::nullopt;
}

// Throws Error for every failure that is not a Refusal.
Outcome attempt(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options) {
  Compiled c;
  c.assignment = scheduled.assignment();
  c.commands = scheduled.commands();
  c.concrete = scheduled.concrete();
  c.times = scheduled.times();
  c.seen = scheduled.seen(options.watch);
  try {
    return withPlaceOf(c.assignment, c.commands, [&]() -> Outcome {
      if (auto refusal = toText(c, scheduled, machine, options)) return std::move(*refusal);
      if (auto refusal = toUnits(c, machine, options)) return std::move(*refusal);
      return std::move(c);
    });
  } catch (const NoRule& refusal) {
    return Refusal{Refusal::Of::Rules, refusal.diagnostic(), c.seen};
  } catch (const Error&) {
    if (options.watch.tell) options.watch.tell(c.seen);
    throw;
  }
}

bool isRefusedBy(const Outcome& outcome, Refusal::Of of) {
  const auto* refusal = std::get_if<Refusal>(&outcome);
  return refusal && refusal->of == of;
}

bool fits(const Outcome& outcome, const capstan::Machine& machine) {
  const auto* compiled = std::get_if<Compiled>(&outcome);
  return compiled && capstan::fits(compiled->resources, machine);
}

bool sets(const Scheduled& scheduled, const char* var) {
  const auto& commands = scheduled.commands();
  return std::any_of(commands.begin(), commands.end(), [var](const schedule::Command& command) {
    const auto* environment = std::get_if<schedule::Environment>(&command.kind);
    return environment && environment->var == var;
  });
}

// Refuses commands for processors: threads, vector lanes, unrolled loops, and loops over positions.
void refuseForProcessors(const schedule::Command& command) {
  if (std::holds_alternative<cin::Pos>(command.kind))
    failUnsupported(fmt::format("{} on the accelerator", schedule::print(command)), command.where,
                    "the accelerator iterates over coordinates, and has no unit that finds the row of a position",
                    "leave it out, or add --target=cpu");
  if (std::holds_alternative<cin::Parallelize>(command.kind) || std::holds_alternative<cin::Unroll>(command.kind))
    failUser(
        fmt::format("{} is for processors", schedule::print(command)), command.where,
        "on the accelerator, environment(outerPar, …) copies the body of the outermost loop, and environment(innerPar, …) says how many lanes the innermost ones have",
        "leave it out, or add --target=cpu");
}

// A program written by another run looks for its files in its own folder.
spatial::Program withFilesOf(const spatial::Lowered& lowered, spatial::Program program) {
  const auto isBound = [](const std::vector<spatial::BoundArray>& arrays, const std::string& file) {
    return std::any_of(arrays.begin(), arrays.end(), [&](const auto& array) { return array.file == file; });
  };
  for (auto* part : {&program.host, &program.checks})
    for (spatial::HostStmt& stmt : *part) {
      auto* load = std::get_if<spatial::HostLoad>(&stmt.kind);
      if (!load) continue;
      const std::string bare = load->file.substr(load->file.rfind('/') + 1);
      if (isBound(lowered.operands, bare) || isBound(lowered.results, bare)) load->file = bare;
    }
  return program;
}

// Reports that the requested bodies are refused; with one body, the rules may still accept the statement.
[[noreturn]] void failBodies(const Refusal& refusal, const Scheduled& scheduled, const capstan::Machine& machine,
                             CompileOptions options) {
  options.watch = {};
  const bool isOfRules = refusal.diagnostic.family == Family::Unsupported &&
                         isRefusedBy(attempt(scheduled.with({"outerPar", 1}), machine, options), Refusal::Of::Rules);
  if (isOfRules) throw NoRule(refusal.diagnostic);
  throw Error(refusal.diagnostic);
}

// Compiles the schedule as given. Throws its refusal.
Compiled compileAsScheduled(const Scheduled& scheduled, const capstan::Machine& machine,
                            const CompileOptions& options) {
  for (const schedule::Command& command : scheduled.commands()) refuseForProcessors(command);
  Outcome outcome = attempt(scheduled, machine, options);
  if (auto* compiled = std::get_if<Compiled>(&outcome)) return std::move(*compiled);
  const Refusal& refusal = std::get<Refusal>(outcome);
  if (options.watch.tell) options.watch.tell(refusal.seen);
  switch (refusal.of) {
    case Refusal::Of::Rules: throw NoRule(refusal.diagnostic);
    case Refusal::Of::Bodies: failBodies(refusal, scheduled, machine, options);
    case Refusal::Of::Size: break;
  }
  throw Error(refusal.diagnostic);
}

// The mapper accepts no program with more units.
bool canBeMapped(const capstan::Mapping& withOneBody, int bodies) {
  const auto isInLoop = [](const capstan::Context& context) { return !context.levels.empty(); };
  const auto units = std::count_if(withOneBody.contexts.begin(), withOneBody.contexts.end(), isInLoop);
  return units * bodies <= capstan::maxUnits;
}

// The program with the most bodies that fit, or `compiled` if it is that program.
Compiled withMostBodies(Compiled compiled, const Scheduled& scheduled, const capstan::Machine& machine,
                        const CompileOptions& silent) {
  if (sets(scheduled, "outerPar") || !placement::canCopyOuterLoop(compiled.plan)) return compiled;
  for (int bodies = machine.shuffle.maxOuterPar; bodies > 1; bodies /= 2) {
    if (!canBeMapped(compiled.mapping, bodies)) continue;
    Outcome candidate = attempt(scheduled.with({"outerPar", bodies}), machine, silent);
    if (fits(candidate, machine)) return std::get<Compiled>(std::move(candidate));
  }
  return compiled;
}

// The program that scans all intersections, if that takes less time than the searches of `compiled`: searches need more
// units, so that fewer bodies may fit.
Compiled withFasterIntersections(Compiled compiled, const Scheduled& scheduled, const capstan::Machine& machine,
                                 const CompileOptions& silent) {
  if (sets(scheduled, "scanDensity") || sets(scheduled, "outerPar")) return compiled;
  const std::optional<double> fraction = placement::searchTime(compiled.plan);
  if (!fraction || *fraction * machine.shuffle.maxOuterPar < compiled.plan.outerPar) return compiled;
  const Scheduled scanning = scheduled.with({"scanDensity", 0});
  Outcome scan = attempt(scanning, machine, silent);
  if (!fits(scan, machine)) return compiled;
  Compiled scanned = withMostBodies(std::get<Compiled>(std::move(scan)), scanning, machine, silent);
  return *fraction * scanned.plan.outerPar < compiled.plan.outerPar ? compiled : scanned;
}

// The statement with settings that need fewer units, in the order of their cost in time. Searches are unrolled into
// many compute units, and a scan needs few. Each pass has an address generator for each stream, unless the passes share
// a copy on chip, which needs memory units for each reader.
std::vector<Scheduled> smallerPrograms(const Scheduled& scheduled) {
  const bool canScan = !sets(scheduled, "scanDensity"), canShare = !sets(scheduled, "sharedLevels");
  const Scheduled scanning = scheduled.with({"scanDensity", 0});
  std::vector<Scheduled> all;
  if (canScan) all.push_back(scanning);
  int levels = 0;
  for (const notation::Access& access : notation::accesses(scheduled.assignment().rhs))
    levels = std::max(levels, access.tensor.order());
  for (int shared = 1; canShare && shared <= levels; ++shared) {
    all.push_back(scheduled.with({"sharedLevels", shared}));
    if (canScan) all.push_back(scanning.with({"sharedLevels", shared}));
  }
  return all;
}

void requireFits(const Compiled& compiled, const capstan::Machine& machine) {
  withPlaceOf(compiled.assignment, compiled.commands, [&] { capstan::requireFits(compiled.mapping, machine); });
}

Compiled fitted(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options) {
  CompileOptions silent = options;  // trial compilations are not reported
  silent.watch.tell = {};
  Compiled compiled = withMostBodies(compileAsScheduled(scheduled, machine, options), scheduled, machine, silent);
  if (capstan::fits(compiled.resources, machine))
    return withFasterIntersections(std::move(compiled), scheduled, machine, silent);
  for (const Scheduled& smaller : smallerPrograms(scheduled))
    if (fits(attempt(smaller, machine, silent), machine)) return fitted(smaller, machine, options);
  requireFits(compiled, machine);
  return compiled;
}

}  // namespace

Compiled compile(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options) {
  return compileAsScheduled(scheduled, machine, options);
}

Compiled compile(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                 const capstan::Machine& machine, const CompileOptions& options) {
  const Scheduled scheduled = withPlaceOf(assignment, commands, [&] {
    return Scheduled(assignment, commands, SpatialPipeline().begin, sumsFor(commands), options.watch);
  });
  return compile(scheduled, machine, options);
}

Compiled compileToFit(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options) {
  Compiled compiled = fitted(scheduled, machine, options);
  if (options.watch.tell) options.watch.tell(compiled.seen);
  return compiled;
}

Compiled compileExactly(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options) {
  Compiled compiled = compileAsScheduled(scheduled, machine, options);
  requireFits(compiled, machine);
  return compiled;
}

Compiled replaceProgram(Compiled compiled, const std::string& path, const std::string& text,
                        const capstan::Machine& machine) {
  compiled.text = text;
  compiled.parsed = withFilesOf(compiled.lowered, spatial::parse(makeSource(path, text)));
  compiled.warnings = spatial::verify(compiled.parsed, compiled.limits);
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
