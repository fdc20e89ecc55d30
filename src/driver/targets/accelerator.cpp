#include "driver/targets/accelerator.h"

#include <algorithm>

#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "driver/host_fallback.h"
#include "driver/machines.h"
#include "driver/program_data.h"
#include "driver/results.h"
#include "driver/run.h"
#include "driver/spatial_artifact.h"
#include "driver/targets/cpu.h"
#include "files/files.h"

namespace stardust::driver {
namespace {

// A problem as the accelerator gets it, and what its result has to be.
struct OnDevice {
  Ready ready;
  std::optional<exec::Evaluated> converted;

  const Problem& problem() const { return ready.problem; }

  const exec::Evaluated& reference(const Run& run) const { return converted ? *converted : run.reference; }
};

void note(Run& run, Moves moves, Residence ofResult) {
  run.transfers = std::move(moves.transfers);
  run.residences = std::move(moves.residences);
  run.residences[run.assignment.lhs.tensor.name] = ofResult;
}

AcceleratorProduct& added(Run& run) {
  auto product = std::make_shared<AcceleratorProduct>();
  run.products.push_back(product);
  return *product;
}

// A problem as the accelerator gets it, and what it became.
struct Prepared {
  OnDevice onDevice;
  AcceleratorProduct& product;
};

// Throws NoRule before anything of the run is set.
Prepared prepared(Run& run, const Problem& said) {
  const RunRequest& request = run.request;
  const capstan::Machine machine = loadMachine(request.machine, request.settings);
  beginPhase(request.progress, {"converting operands, and compiling"});
  OnDevice onDevice{forAccelerator(said, request.strict, request.passes), {}};
  const exec::Evaluated& reference = referenceFor(onDevice.problem(), run.reference, onDevice.converted);
  const std::string folder = request.artifact ? dataFolderBeside(request.artifactProgram) : request.dataFolder;
  Compiled compiled = compileFor(onDevice.ready, machine, checkMargin(reference), folder, request.passes);
  AcceleratorProduct& product = added(run);
  product.compiled = std::move(compiled);
  run.receipts = onDevice.problem().receipts;
  const bool isConverted = onDevice.problem().finally.has_value();
  note(run, movesFor(said, onDevice.problem(), false), {isConverted, !isConverted});
  if (!request.program.empty())
    product.compiled = replaceProgram(std::move(product.compiled), request.program, readFile(request.program), machine);
  if (!folder.empty())
    product.files = dataOf(product.compiled.parsed,
                           spatial::hostFiles(product.compiled.lowered, onDevice.problem().operands, reference.result));
  if (request.artifact) run.artifact = programFilesOf(product, request.artifactProgram);
  return {std::move(onDevice), product};
}

[[noreturn]] void failForArtifact(const Diagnostic& refusal) {
  failWithBoth(refusal, "an artifact for Capstan has Spatial programs only",
               "--target=cpu, whose artifact is C, or leave out --artifact");
}

struct OnHost {
  Problem problem;
  CpuProduct& product;
};

// Compiles what the accelerator refused for the host, and returns the problem as the host gets it. Throws Error: the
// refusal, with what keeps the host from it: `strict`, or something that is not supported there either.
OnHost compileOnHost(Run& run, const Problem& said, const Diagnostic& refusal) {
  if (run.request.strict)
    failWithBoth(refusal, "a strict run computes no statement on the host", "run it without strict");
  try {
    Ready onHost = forCpu(said, false, run.request.passes);
    CpuProduct& product = compileOnCpu(run, onHost);
    run.refusal = refusal;
    return {std::move(onHost.problem), product};
  } catch (const Error& error) {
    const Diagnostic& other = error.diagnostic();
    if (other.family != Family::Unsupported) throw;
    if (other.what == refusal.what) throw Error(refusal);
    failWithBoth(refusal, other.what, other.remedy);
  }
}

void runOnHost(Run& run, const Problem& said, const Diagnostic& refusal) {
  if (!run.request.program.empty()) failWithBoth(refusal, "--program is for the accelerator", "leave out --program");
  if (run.request.artifact) failForArtifact(refusal);
  const OnHost onHost = compileOnHost(run, said, refusal);
  try {
    toolchainOf(run.request.cpu, {run.request.cancelled});
  } catch (const Error& error) {
    failWithBoth(refusal, error.diagnostic().what, "install a C compiler (apt-get install gcc), or name one with $CC");
  }
  note(run, movesFor(said, onHost.problem, true), {true, false});
  runOnCpu(run, onHost.product, onHost.problem);
}

sim::Options hooksOf(const RunRequest& request) {
  sim::Options options;
  options.records = request.records;
  if (request.cancelled) options.cancelled = [cancelled = request.cancelled] { return cancelled->load(); };
  options.progress = [progress = request.progress](sim::Cycle cycle, sim::Cycle atLeast) {
    advancePhase(progress, static_cast<std::uint64_t>(cycle), static_cast<std::uint64_t>(atLeast));
  };
  return options;
}

}  // namespace

const AcceleratorProduct* acceleratorIn(const Run& run) { return productIn<AcceleratorProduct>(run); }

bool AcceleratorProduct::isVerified() const {
  return std::all_of(timings.begin(), timings.end(), [](const auto& timing) { return timing->checked.verified(); });
}

const Backend* AcceleratorBackend::fallback() const { return &backendOf(Target::Cpu); }

std::map<std::string, std::string> AcceleratorBackend::artifactOf(const std::vector<Run>& runs) const {
  std::map<std::string, std::string> files = spatialBuildOf(runs);
  for (const Run& run : runs) files.insert(run.artifact.begin(), run.artifact.end());
  return files;
}

void AcceleratorBackend::compile(Run& run, Problem problem) const {
  const Problem said = problem;
  try {
    Ready ready = forAccelerator(std::move(problem), run.request.strict, run.request.passes);
    Compiled compiled = compileFor(ready, loadMachine(run.request.machine, run.request.settings), defaultMargin, {},
                                   run.request.passes);
    problem = std::move(ready.problem);
    added(run).compiled = std::move(compiled);
  } catch (const NoRule& refusal) {
    problem = compileOnHost(run, said, refusal.diagnostic()).problem;
  }
  takeProblem(run, problem);
}

void AcceleratorBackend::compileWithData(Run& run, Problem problem) const {
  try {
    prepared(run, problem);
  } catch (const NoRule& refusal) {
    failForArtifact(refusal.diagnostic());
  }
}

void AcceleratorBackend::run(Run& run, Problem problem) const {
  tellKnown(run);
  std::optional<Prepared> ready;
  try {
    ready.emplace(prepared(run, problem));
  } catch (const NoRule& refusal) {
    return runOnHost(run, problem, refusal.diagnostic());
  }
  tellKnown(run);
  execute(run, ready->product, ready->onDevice.problem(), ready->onDevice.reference(run));
}

void InterpretBackend::execute(Run& run, AcceleratorProduct& product, const Problem& onDevice,
                               const exec::Evaluated& reference) const {
  const RunRequest& request = run.request;
  beginPhase(request.progress, {"interpreting the program", "million steps", 1e6});
  takeResult(run, onDevice, interpret(onDevice, product.compiled, reference, {request.cancelled, request.progress}));
}

void CapstanBackend::execute(Run& run, AcceleratorProduct& product, const Problem& onDevice,
                             const exec::Evaluated& reference) const {
  const RunRequest& request = run.request;
  for (const std::string& memory : request.memories) {
    beginPhase(request.progress, {"simulating on " + memory, "million cycles", 1e6, true});
    product.timings.push_back(simulate(onDevice, product.compiled, reference,
                                       loadHardware(request.machine, memory, request.settings), hooksOf(request)));
    if (!run.isChecked) takeResult(run, onDevice, product.timings.front()->checked);
    tellKnown(run);
  }
}

}  // namespace stardust::driver
