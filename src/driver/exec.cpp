#include "driver/exec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "capstan/machine/limits.h"
#include "capstan/mapping/mapping.h"
#include "driver/printed_program.h"
#include "driver/program_files.h"
#include "exec/spatial_interpreter.h"
#include "files/files.h"
#include "spatial/spatial.h"

namespace stardust::driver {
namespace {

/// Rules whose violation is an error in a compiled program, which can avoid it, but only costs time in a hand-written
/// program. Conflicting lanes and bodies are serialized, and an unused read still occupies the memory port. (An unread
/// FIFO fills up: that stays an error.)
constexpr std::array<std::string_view, 3> costsTime = {"sparse-par", "sram-index-affine", "unused-read"};

/// A compiled program has a FIFO for each producer; in a hand-written program, several producers may share one, in
/// control order.
constexpr std::string_view isAllowed = "fifo-single-writer";

/// The verifier's warnings about the cost of a staged Accel, once per place. Throws the verifier's first error.
std::vector<spatial::Finding> warningsOf(const spatial::Program& program, const spatial::Limits& limits) {
  std::vector<spatial::Finding> warnings;
  for (auto& finding : spatial::verify(program, limits)) {
    if (!finding.isError || finding.rule == isAllowed)
      continue;  // not an error: a result of staging, not of the user's text
    if (std::find(costsTime.begin(), costsTime.end(), finding.rule) == costsTime.end()) throw Error(finding.diagnostic);
    const auto isSame = [&](const spatial::Finding& other) {
      return other.rule == finding.rule && other.diagnostic.where.span.begin == finding.diagnostic.where.span.begin;
    };
    if (std::none_of(warnings.begin(), warnings.end(), isSame)) warnings.push_back(std::move(finding));
  }
  return warnings;
}

/// The program is simulated nevertheless: its speed is the speed on a larger machine.
spatial::Finding tooLarge(const capstan::Shortage& shortage) {
  return {"does-not-fit", false,
          Diagnostic{Family::Unsupported,
                     shortage.what,
                     {},
                     shortage.why + "; it is timed as if the machine had enough of them",
                     "lower the par of its outer loops"}};
}

/// Both executors compute the same words, unless the program has a race, or an executor is wrong.
void requireSame(const spatial::RunOutput& interpreted, const spatial::RunOutput& simulated) {
  const auto compare = [](const auto& a, const auto& b) {
    for (const auto& [name, array] : a) {
      const auto found = b.find(name);
      if (found == b.end()) failInternal("the simulator lost an array");
      const auto& x = array.words;
      const auto& y = found->second.words;
      for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
        const auto left = i < x.size() ? x[i] : 0, right = i < y.size() ? y[i] : 0;
        if (left == right) continue;
        failWrong(
            fmt::format("the simulator and the interpreter differ in {}({}): {:#x} and {:#x}", name, i, right, left),
            {}, "either the bodies of a loop race, or the simulator or the interpreter is wrong",
            "run the loop with par 1; if they still differ, please report this with the program");
      }
    }
  };
  compare(interpreted.drams, simulated.drams);
  compare(interpreted.argOuts, simulated.argOuts);
}

std::shared_ptr<const Timing> timed(const capstan::Mapping& mapping, const spatial::HostFiles& files,
                                    const ExecRequest& request) {
  beginPhase(request.hooks.progress, {"simulating on " + request.memory, "million cycles", 1e6, true});
  auto timing = std::make_shared<Timing>();
  timing->hardware = loadHardware(request.machine, request.memory);
  sim::Options options;
  options.records = request.records;
  options.cancelled = [&hooks = request.hooks] { return hooks.areCancelled(); };
  options.progress = [progress = request.hooks.progress](sim::Cycle cycle, sim::Cycle atLeast) {
    advancePhase(progress, static_cast<std::uint64_t>(cycle), static_cast<std::uint64_t>(atLeast));
  };
  const auto start = std::chrono::steady_clock::now();
  timing->report = sim::simulate(mapping, files, timing->hardware.machine, timing->hardware.memory, options);
  timing->wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  timing->checked.comparison.verified = true;
  return timing;
}

spatial::RunOutput interpreted(const spatial::Program& program, const spatial::HostFiles& files,
                               const spatial::Limits& limits, spatial::InterpreterOptions options, const Hooks& hooks) {
  beginPhase(hooks.progress, {"interpreting Accel", "million steps", 1e6});
  options.cancelled = hooks.cancelled;
  options.progress = hooks.progress;
  auto output = spatial::interpret(program, files, limits, options);
  beginPhase(hooks.progress, {"running the host's part"});
  return output;
}

// `compile` prints a program without its arrays (`run --spatial` writes both): a missing file means that the data must
// come from the expression.
template <class RunHost>
profile::Outcome runHost(const Source& source, RunHost&& run) {
  try {
    return run();
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    if (diagnostic.family != Family::User || !diagnostic.remedy.empty() || !isPrinted(source)) throw;
    diagnostic.remedy = fmt::format(
        "the program looks like a compiled one: stardust run EXPRESSION --program={} gives it the arrays of the "
        "expression",
        source->name);
    throw Error(std::move(diagnostic));
  }
}

}  // namespace

ExecRun exec(const Source& source, const ExecRequest& request) {
  ExecRun run;
  run.request = request;
  const auto machine = loadMachine(request.machine);
  const spatial::Limits limits = capstan::programLimits(machine);
  const auto accelerator = [&](const spatial::Program& program, const spatial::HostFiles& files) {
    auto warnings = warningsOf(program, limits);
    spatial::InterpreterOptions options;
    options.warn = [&](const char* rule, const Diagnostic& found) { warnings.push_back({rule, false, found}); };
    auto output = interpreted(program, files, limits, options, request.hooks);
    ExecPart part{program, std::move(warnings), nullptr, {}, nullptr};
    if (request.simulates) {
      part.mapping = std::make_shared<const capstan::Mapping>(capstan::map(program, machine));
      part.resources = capstan::resourcesOf(*part.mapping, machine);
      capstan::requireRoom(part.resources);
      if (const auto shortage = capstan::shortageOf(part.resources, machine))
        part.warnings.push_back(tooLarge(*shortage));
      part.timing = timed(*part.mapping, files, request);
      requireSame(output, part.timing->report.output);
      beginPhase(request.hooks.progress, {"running the host's part"});
    }
    run.parts.push_back(std::move(part));
    if (request.known) request.known(run);
    return output;
  };
  auto program = request.program;
  program.interpreter = [&](const spatial::Program& measured, const spatial::HostFiles& files) {
    return interpreted(measured, files, limits, {}, request.hooks);
  };
  std::vector<InputFile> inputs = descriptionsOf(request.machine, {request.memory});
  inputs.push_back({"the program", source->name});
  requireApart(request.outputs, inputs);
  const ProgramFiles files(source->name, request.outputs, inputs);
  if (!program.readFile) program.readFile = [&](const std::string& path) { return files.read(path); };
  beginPhase(request.hooks.progress, {"running the host's part"});
  run.outcome = runHost(source, [&] { return profile::run(source, program, accelerator); });
  for (auto& [name, warning] : run.outcome.warnings) {
    if (!run.parts.empty()) run.parts.front().warnings.push_back({name, false, std::move(warning)});
  }
  files.checkWritten(run.outcome.files);
  return run;
}

void writeFiles(const ExecRun& run) {
  for (const auto& [path, text] : run.outcome.files) writeFile(path, text);
}

}  // namespace stardust::driver
