#include "driver/targets/cpu.h"

#include "driver/artifact.h"
#include "driver/device_formats.h"
#include "driver/idle_par.h"
#include "driver/machines.h"
#include "driver/results.h"
#include "driver/run.h"

namespace stardust::driver {

const CpuProduct* cpuIn(const Run& run) { return productIn<CpuProduct>(run); }

bool CpuBackend::takes(const std::string& flag) const {
  return flag == "threads" || flag == "time" || flag == "cc" || flag == "processor";
}

std::vector<std::string> CpuBackend::notes(const Problem& problem) const { return idleOnCpu(problem.commands); }

CpuProduct& compileOnCpu(Run& run, const Ready& onCpu) {
  auto product = std::make_shared<CpuProduct>();
  loops::LoweringOptions options;
  options.processor = loadProcessor(run.request.processor, run.request.settings);
  product->compiled = compileForCpu(onCpu.scheduled, onCpu.problem.name, run.request.passes, options);
  run.products.push_back(product);
  return *product;
}

void runOnCpu(Run& run, CpuProduct& product, const Problem& onCpu) {
  const RunRequest& request = run.request;
  run.receipts = onCpu.receipts;
  tellKnown(run);
  CpuRun ran = driver::runOnCpu(onCpu, product.compiled, request.cpu, {request.cancelled, request.progress});
  product.timing = std::move(ran.timing);
  tellKnown(run);
  if (request.cancelled && *request.cancelled) failUnsupported("the run was interrupted");
  beginPhase(request.progress, {"comparing with the reference"});
  if (request.artifact) run.artifact = artifactOf(product.compiled, onCpu);
  std::optional<exec::Evaluated> converted;
  Checked checked;
  checked.comparison =
      exec::compare(referenceFor(onCpu, run.reference, converted), ran.result, run.assignment.lhs.tensor.name);
  checked.result = std::move(ran.result);
  takeResult(run, onCpu, checked);
}

void CpuBackend::compile(Run& run, Problem problem) const {
  const Ready onCpu = forCpu(std::move(problem), run.request.strict, run.request.passes);
  const CpuProduct& product = compileOnCpu(run, onCpu);
  if (run.request.artifact) run.artifact = driver::artifactOf(product.compiled, onCpu.problem);
  takeProblem(run, onCpu.problem);
}

void CpuBackend::run(Run& run, Problem problem) const {
  tellKnown(run);
  beginPhase(run.request.progress, {"converting operands, and compiling"});
  const Ready onCpu = forCpu(std::move(problem), run.request.strict, run.request.passes);
  runOnCpu(run, compileOnCpu(run, onCpu), onCpu.problem);
}

}  // namespace stardust::driver
