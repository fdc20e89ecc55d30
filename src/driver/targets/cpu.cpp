#include "driver/targets/cpu.h"

#include "driver/artifact.h"
#include "driver/device_formats.h"
#include "driver/idle_par.h"
#include "driver/in_place.h"
#include "driver/machines.h"
#include "driver/results.h"
#include "driver/run.h"
#include "driver/targets/shown.h"

namespace stardust::driver {

const CpuProduct* cpuIn(const Run& run) { return productIn<CpuProduct>(run); }

bool CpuBackend::takes(const std::string& flag) const {
  return flag == "threads" || flag == "time" || flag == "cc" || flag == "processor" || flag == "self-contained" ||
         flag == "report";
}

std::vector<Flag> CpuBackend::flags() const {
  return {reportFlag(),
          artifactFlag(),
          {"cc", "PATH", "the C compiler for --target=cpu (default: $CC or cc)", false},
          {"self-contained", "", "print C that contains the runtime, instead of including its headers", false}};
}

std::vector<std::string> CpuBackend::notes(const Problem& problem) const { return idleOnCpu(problem.commands); }

namespace {

loops::LoweringOptions optionsOf(const RunRequest& request) {
  loops::LoweringOptions options;
  options.processor = loadProcessor(request.processor, request.settings);
  return options;
}

}  // namespace

Ready CpuBackend::ready(Problem said, const RunRequest& request) const {
  schedule::requireLanes(said.commands,
                         loadMachine(request.machine, request.settings).pcu.lanes);  // for the same schedule
  said.conversionRuns = request.cpu.runs;
  Ready ready = forCpu(std::move(said), request.strict, request.passes);
  if (request.artifact) ready.inPlace = {};  // its main program checks extents by variables
  makeOpenViews(ready.problem, ready.inPlace);
  return ready;
}

void CpuBackend::compile(Run& run, const Ready& ready, Wanted* wanted) const {
  auto product = std::make_shared<CpuProduct>();
  product->compiled = compileForCpu(ready.scheduled, ready.problem.name, run.request.passes, optionsOf(run.request),
                                    run.request.cpu.selfContained, ready.inPlace);
  run.products.push_back(product);
  if (run.request.artifact && !wanted) run.artifact = driver::artifactOf(product->compiled, ready.problem);
}

void CpuBackend::execute(Run& run, const Ready& ready, Wanted& wanted) const {
  const RunRequest& request = run.request;
  auto& product = dynamic_cast<CpuProduct&>(*run.products.back());
  CpuRun ran = runOnCpu(ready.problem, product.compiled, request.cpu, {request.cancelled, request.progress});
  product.timing = std::move(ran.timing);
  tellKnown(run);
  if (request.cancelled && *request.cancelled) failUnsupported("the run was interrupted");
  beginPhase(request.progress, {"comparing with the reference"});
  if (request.artifact) run.artifact = driver::artifactOf(product.compiled, ready.problem);
  takeResult(run, ready.problem,
             compared(wanted.get(ready.problem), std::move(ran.result), run.assignment.lhs.tensor.name));
  if (!request.profiles || !run.checked.verified()) return;
  tellKnown(run);
  product.profile = profileOnCpu(ready.problem, product.compiled, optionsOf(request), request.cpu, *product.timing,
                                 wanted.get(ready.problem), {request.cancelled, request.progress});
}

std::optional<Diagnostic> CpuBackend::whyUnable(const RunRequest& request) const {
  try {
    toolchainOf(request.cpu, {request.cancelled});
    return std::nullopt;
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.remedy = "install a C compiler (apt-get install gcc), or name one with $CC";
    return diagnostic;
  }
}

}  // namespace stardust::driver
