#include "driver/targets/accelerator.h"

#include <algorithm>

#include "driver/device_formats.h"
#include "driver/machines.h"
#include "driver/program_data.h"
#include "driver/results.h"
#include "driver/run.h"
#include "driver/spatial_artifact.h"
#include "driver/targets/shown.h"
#include "files/files.h"

namespace stardust::driver {
namespace {

AcceleratorProduct& productOf(Run& run) { return dynamic_cast<AcceleratorProduct&>(*run.products.back()); }

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

std::vector<Flag> AcceleratorBackend::flags() const {
  return {artifactFlag(),
          {"spatial", "FILE.scala", "also write the Spatial program"},
          {"program", "FILE.scala",
           "run this Spatial program on the arrays of the expression, in place of the compiled one"}};
}

std::vector<Flag> CapstanBackend::flags() const {
  std::vector<Flag> all = {{"trace", "FILE.json", "also write the activity of each unit over time, for Perfetto"},
                           reportFlag()};
  for (Flag& flag : AcceleratorBackend::flags()) all.push_back(std::move(flag));
  return all;
}

const Backend* AcceleratorBackend::fallback() const { return &backendOf(Target::Cpu); }

std::map<std::string, std::string> AcceleratorBackend::artifactOf(const std::vector<Run>& runs) const {
  std::map<std::string, std::string> files = spatialBuildOf(runs);
  for (const Run& run : runs) files.insert(run.artifact.begin(), run.artifact.end());
  return files;
}

Ready AcceleratorBackend::ready(Problem said, const RunRequest& request) const {
  schedule::requireLanes(said.commands, loadMachine(request.machine, request.settings).pcu.lanes);
  return forAccelerator(std::move(said), request.strict, request.passes);
}

void AcceleratorBackend::compile(Run& run, const Ready& ready, Wanted* wanted) const {
  const RunRequest& request = run.request;
  const capstan::Machine machine = loadMachine(request.machine, request.settings);
  const spatial::Margin margin = wanted ? checkMargin(wanted->get(ready.problem)) : defaultMargin;
  const std::string folder = !wanted            ? std::string()
                             : request.artifact ? dataFolderBeside(request.artifactProgram)
                                                : request.dataFolder;
  auto product = std::make_shared<AcceleratorProduct>();
  product->compiled = compileFor(ready, machine, margin, folder, request.passes);
  run.products.push_back(product);
  if (!wanted) return;
  if (!request.program.empty())
    product->compiled =
        replaceProgram(std::move(product->compiled), request.program, readFile(request.program), machine);
  if (!folder.empty())
    product->files = dataOf(
        product->compiled.parsed,
        spatial::hostFiles(product->compiled.lowered, ready.problem.operands, wanted->get(ready.problem).result));
  if (request.artifact) run.artifact = programFilesOf(*product, request.artifactProgram);
}

void InterpretBackend::execute(Run& run, const Ready& ready, Wanted& wanted) const {
  const RunRequest& request = run.request;
  beginPhase(request.progress, {"interpreting the program", "million steps", 1e6});
  takeResult(run, ready.problem,
             interpret(ready.problem, productOf(run).compiled, wanted.get(ready.problem),
                       {request.cancelled, request.progress}));
}

void CapstanBackend::execute(Run& run, const Ready& ready, Wanted& wanted) const {
  const RunRequest& request = run.request;
  AcceleratorProduct& product = productOf(run);
  for (const std::string& memory : request.memories) {
    beginPhase(request.progress, {"simulating on " + memory, "million cycles", 1e6, true});
    product.timings.push_back(simulate(ready.problem, product.compiled, wanted.get(ready.problem),
                                       loadHardware(request.machine, memory, request.settings), hooksOf(request)));
    if (!run.isChecked) takeResult(run, ready.problem, product.timings.front()->checked);
    tellKnown(run);
  }
}

}  // namespace stardust::driver
