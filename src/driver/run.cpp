#include "driver/run.h"

#include <algorithm>

#include "backend/cpu/kernel.h"
#include "cin/concretize.h"
#include "driver/artifact.h"
#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "driver/idle_par.h"
#include "driver/program_data.h"
#include "driver/run_timing.h"
#include "driver/spatial_artifact.h"
#include "io/files.h"

namespace stardust::driver {
namespace {

std::vector<TensorSummary> summaries(const Problem& problem, const Storage& result) {
  std::vector<TensorSummary> tensors;
  for (const auto& access : notation::accesses(problem.assignment.rhs)) {
    const auto& name = access.tensor.name;
    if (std::any_of(tensors.begin(), tensors.end(), [&](const TensorSummary& t) { return t.tensor.name == name; }))
      continue;
    tensors.push_back({access.tensor, static_cast<std::int64_t>(problem.operands.at(name).stored())});
  }
  tensors.push_back({problem.assignment.lhs.tensor, static_cast<std::int64_t>(result.stored())});
  return tensors;
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

void tell(const Run& run) {
  if (run.request.known) run.request.known(run);
}

void failIfCancelled(const RunRequest& request) {
  if (request.cancelled && *request.cancelled) failUnsupported("the run was interrupted");
}

Checked ofReference(const exec::Evaluated& reference) {
  Checked checked;
  checked.result = reference.result;
  checked.comparison.verified = true;
  return checked;
}

// The result as the user wants it: what the accelerator assembled is right, and so is what the host made of it.
void takeResult(Run& run, const Problem& onDevice, const Checked& checked) {
  run.checked = checked;
  run.isChecked = true;
  if (!onDevice.finally || !checked.verified()) return;
  Finished finished = finish(*onDevice.finally, checked.result);
  run.checked.comparison = exec::compare(run.reference, finished.result, onDevice.finally->tensor);
  run.checked.result = std::move(finished.result);
  run.receipts.push_back(std::move(finished.receipt));
}

// The reference with its result as the target assembles it; `converted` keeps that if it is another one.
const exec::Evaluated& referenceFor(const Problem& onDevice, const exec::Evaluated& reference,
                                    std::optional<exec::Evaluated>& converted) {
  if (!onDevice.finally) return reference;
  converted = inFormat(reference, onDevice.assignment.lhs.tensor.format);
  return *converted;
}

void runOnCpu(Run& run, const Problem& onCpu) {
  run.receipts = onCpu.receipts;
  tell(run);
  CpuRun ran = driver::runOnCpu(onCpu, *run.cpu, run.request.cpu, {run.request.cancelled, run.request.progress});
  run.cpuTiming = std::move(ran.timing);
  tell(run);
  failIfCancelled(run.request);
  beginPhase(run.request.progress, {"comparing with the reference"});
  if (run.request.artifact) run.artifact = artifactOf(*run.cpu, onCpu);
  std::optional<exec::Evaluated> converted;
  Checked checked;
  checked.comparison =
      exec::compare(referenceFor(onCpu, run.reference, converted), ran.result, run.assignment.lhs.tensor.name);
  checked.result = std::move(ran.result);
  takeResult(run, onCpu, checked);
}

void note(Run& run, Moves moves, Residence ofResult) {
  run.transfers = std::move(moves.transfers);
  run.residences = std::move(moves.residences);
  run.residences[run.assignment.lhs.tensor.name] = ofResult;
}

// A problem as the accelerator gets it, and what its result has to be.
struct OnDevice {
  Problem problem;
  std::optional<exec::Evaluated> converted;

  const exec::Evaluated& reference(const Run& run) const { return converted ? *converted : run.reference; }
};

// Throws NoRule before anything of the run is set.
OnDevice compileOnAccelerator(Run& run, const Problem& said) {
  const RunRequest& request = run.request;
  const capstan::Machine machine = loadMachine(request.machine, request.settings);
  beginPhase(request.progress, {"converting operands, and compiling"});
  OnDevice onDevice{forAccelerator(said, request.strict), {}};
  const exec::Evaluated& reference = referenceFor(onDevice.problem, run.reference, onDevice.converted);
  const std::string folder = request.artifact ? dataFolderBeside(request.artifactProgram) : request.dataFolder;
  run.compiled = compileFor(onDevice.problem, machine, checkMargin(reference), folder, request.passes);
  run.receipts = onDevice.problem.receipts;
  const bool isConverted = onDevice.problem.finally.has_value();
  note(run, movesFor(said, onDevice.problem, false), {isConverted, !isConverted});
  if (!request.program.empty())
    run.compiled = replaceProgram(std::move(*run.compiled), request.program, readFile(request.program), machine);
  if (!folder.empty())
    run.data = dataOf(run.compiled->parsed,
                      spatial::hostFiles(run.compiled->lowered, onDevice.problem.operands, reference.result));
  if (request.artifact) run.artifact = programFilesOf(run, request.artifactProgram);
  return onDevice;
}

void runOnAccelerator(Run& run, const Problem& said) {
  const RunRequest& request = run.request;
  const OnDevice compiled = compileOnAccelerator(run, said);
  const Problem& onDevice = compiled.problem;
  const exec::Evaluated& reference = compiled.reference(run);
  tell(run);
  if (request.target == Target::Interpret) {
    beginPhase(request.progress, {"interpreting the program", "million steps", 1e6});
    return takeResult(run, onDevice,
                      interpret(onDevice, *run.compiled, reference, {request.cancelled, request.progress}));
  }
  for (const std::string& memory : request.memories) {
    beginPhase(request.progress, {"simulating on " + memory, "million cycles", 1e6, true});
    run.timings.push_back(simulate(onDevice, *run.compiled, reference,
                                   loadHardware(request.machine, memory, request.settings), hooksOf(request)));
    if (!run.isChecked) takeResult(run, onDevice, run.timings.front()->checked);
    tell(run);
  }
}

[[noreturn]] void failForArtifact(const Diagnostic& refusal) {
  failWithBoth(refusal, "an artifact for Capstan has Spatial programs only",
               "--target=cpu, whose artifact is C, or leave out --artifact");
}

void runOnHost(Run& run, const Problem& said, const Diagnostic& refusal) {
  if (!run.request.program.empty()) failWithBoth(refusal, "--program is for the accelerator", "leave out --program");
  if (run.request.artifact) failForArtifact(refusal);
  const Problem onHost = compileOnHost(run, said, refusal);
  try {
    toolchainOf(run.request.cpu, {run.request.cancelled});
  } catch (const Error& error) {
    failWithBoth(refusal, error.diagnostic().what, "install a C compiler (apt-get install gcc), or name one with $CC");
  }
  note(run, movesFor(said, onHost, true), {true, false});
  runOnCpu(run, onHost);
}

}  // namespace

Problem compileOnHost(Run& run, const Problem& said, const Diagnostic& refusal) {
  if (run.request.strict)
    failWithBoth(refusal, "a strict run computes no statement on the host", "run it without strict");
  try {
    Problem onHost = forCpu(said);
    run.cpu = compileForCpu(onHost, {}, run.request.passes);
    run.refusal = refusal;
    return onHost;
  } catch (const Error& error) {
    const Diagnostic& other = error.diagnostic();
    if (other.family != Family::Unsupported) throw;
    if (other.what == refusal.what) throw Error(refusal);
    failWithBoth(refusal, other.what, other.remedy);
  }
}

bool Run::verified() const {
  return checked.verified() &&
         std::all_of(timings.begin(), timings.end(), [](const auto& timing) { return timing->checked.verified(); });
}

namespace {

// A run with its reference.
Run begun(const Problem& problem, const RunRequest& request) {
  Run run;
  run.request = request;
  run.name = problem.name;
  run.assignment = problem.assignment;
  run.notes = problem.notes;
  run.seed = problem.seed;
  if (request.target == Target::Cpu)
    for (std::string& note : idleOnCpu(problem.commands)) run.notes.push_back(std::move(note));
  cin::requireFreshResult(problem.assignment);
  beginPhase(request.progress, {"computing the reference"});
  run.reference = referenceOf(problem);
  run.tensors = summaries(problem, run.reference.result);
  return run;
}

}  // namespace

Run compileWithData(const Problem& problem, const RunRequest& request) {
  Run run = begun(problem, request);
  try {
    compileOnAccelerator(run, problem);
  } catch (const NoRule& refusal) {
    failForArtifact(refusal.diagnostic());
  }
  return run;
}

Run run(Problem problem, const RunRequest& request) {
  Run run = begun(problem, request);
  if (request.target == Target::Oracle) {
    run.checked = ofReference(run.reference);
    run.isChecked = true;
    return run;
  }
  tell(run);
  if (request.target == Target::Cpu) {
    beginPhase(request.progress, {"converting operands, and compiling"});
    const Problem onCpu = forCpu(std::move(problem), request.strict);
    run.cpu = compileForCpu(onCpu, {}, request.passes);
    runOnCpu(run, onCpu);
    return run;
  }
  try {
    runOnAccelerator(run, problem);
  } catch (const NoRule& refusal) {
    runOnHost(run, problem, refusal.diagnostic());
  }
  return run;
}

}  // namespace stardust::driver
