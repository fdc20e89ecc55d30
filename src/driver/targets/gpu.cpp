#include "driver/targets/gpu.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/idle_par.h"
#include "driver/machines.h"
#include "driver/results.h"
#include "driver/run.h"
#include "driver/targets/shown.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

loops::LoweringOptions gpuOptionsOf(const RunRequest&) {
  loops::LoweringOptions options;
  options.processor = gpuThresholds();
  return options;
}

std::string programLineOf(const GpuProduct& made) {
  const GpuCompiled& compiled = made.compiled;
  double seconds = 0;
  for (const PassTime& time : compiled.loops.times) seconds += time.seconds;
  std::string out =
      fmt::format("program     {} of CUDA in {:.2f} ms: {} over the device, {} of one thread\n",
                  counted(std::count(compiled.loops.text.begin(), compiled.loops.text.end(), '\n'), "line"),
                  seconds * 1e3, counted(compiled.grids, "kernel"), compiled.serialKernels);
  if (compiled.grids == 0)
    out += "            nothing runs in parallel: the iterations of the outermost loop depend on each other\n";
  return out;
}

std::string timingLinesOf(const GpuTiming& timing) {
  std::string out =
      fmt::format("GPU         {}, {}; kernels by {}", timing.gpu.name, timing.gpu.architecture(), timing.compiler);
  if (timing.deviceCompileSeconds + timing.hostCompileSeconds == 0) out += ", compiled before\n";
  else
    out += fmt::format(" in {:.0f} ms, the host function in {:.0f} ms\n", timing.deviceCompileSeconds * 1e3,
                       timing.hostCompileSeconds * 1e3);
  return out + notKeptText(timing.cacheRefusal) +
         timeText(timing.kernels, fmt::format(", {:.4g} ms with copies", timing.whole.median() * 1e3));
}

Json jsonOf(const GpuTiming& timing) {
  return {{"name", timing.gpu.name},
          {"architecture", timing.gpu.architecture()},
          {"multiprocessors", timing.gpu.multiprocessors},
          {"memoryBytes", timing.gpu.memoryBytes},
          {"compiler", timing.compiler},
          {"compileSeconds", {{"kernels", timing.deviceCompileSeconds}, {"host", timing.hostCompileSeconds}}},
          {"seconds", {{"kernels", json(timing.kernels)}, {"withCopies", json(timing.whole)}}}};
}

}  // namespace

bool GpuBackend::takes(const std::string& flag) const {
  return flag == "cc" || flag == "self-contained" || flag == "emulate" || flag == "time";
}

std::vector<Flag> GpuBackend::flags() const {
  return {{"emulate", "", "run the CUDA of --target=gpu on this computer, as a GPU would"},
          {"cc", "PATH", "the C compiler for --target=cpu (default: $CC or cc)", false},
          {"self-contained", "", "print C that contains the runtime, instead of including its headers", false}};
}

std::vector<TextPart> GpuBackend::parts() const {
  return {{"expression"}, {"cin"},          {"schedule"},     {"loops"}, {"cuda"},
          {"program"},    {"result", true}, {"timing", true}, {"times"}};
}

std::string GpuBackend::whyNotShown(const std::string& part) const {
  if (part == "timing") return "an emulation takes no time of a GPU";
  return part == "plan" ? "memories are planned for the accelerator, and no tensor is converted or moved" : "";
}

std::vector<std::string> GpuBackend::notes(const Problem& problem) const { return idleOnCpu(problem.commands); }

Ready GpuBackend::ready(Problem said, const RunRequest& request) const {
  return forCpu(std::move(said), request.strict, request.passes, abilities());
}

void GpuBackend::compile(Run& run, const Ready& ready, Wanted*) const {
  auto product = std::make_shared<GpuProduct>();
  product->compiled = compileForGpu(ready.scheduled, ready.problem.name, run.request.passes, gpuOptionsOf(run.request),
                                    run.request.cpu.selfContained);
  run.products.push_back(product);
  if (run.request.artifact)
    failUnsupported("an artifact for the GPU", {}, "it would have to be built and launched on a device",
                    "compile --target=gpu --self-contained prints the whole text");
}

void GpuBackend::execute(Run& run, const Ready& ready, Wanted& wanted) const {
  const RunRequest& request = run.request;
  auto& product = dynamic_cast<GpuProduct&>(*run.products.back());
  const Hooks hooks{request.cancelled, request.progress};
  Storage result;
  if (request.emulates && request.cpu.runs > 1)
    failUser("an emulated GPU is not timed", {}, "its time says nothing about a GPU", "leave out --time or --emulate");
  if (request.emulates) {
    EmulatedRun ran = runEmulated(ready.problem, product.compiled, request.cpu, {64, run.seed + 1}, hooks);
    product.emulated = std::move(ran.timing);
    result = std::move(ran.result);
  } else {
    GpuRun ran = runOnGpu(ready.problem, product.compiled, request.cpu, hooks);
    product.timing = std::move(ran.timing);
    result = std::move(ran.result);
  }
  tellKnown(run);
  if (request.cancelled && *request.cancelled) failUnsupported("the run was interrupted");
  beginPhase(request.progress, {"comparing with the reference"});
  takeResult(run, ready.problem,
             compared(wanted.get(ready.problem), std::move(result), run.assignment.lhs.tensor.name));
}

std::string GpuProduct::text(const Run& run, const std::string& part, const std::string&) const {
  const CpuCompiled& loops = compiled.loops;
  if (part == "cin") return planText(run.plan) + cinText(loops.concrete, loops.scheduled, loops.commands);
  if (part == "schedule") return scheduleText(loops.commands);
  if (part == "loops") return loops::print(loops.function);
  if (part == "cuda") return loops.text;
  if (part == "program") return programLineOf(*this);
  if (part == "timing" && timing) return timingLinesOf(*timing);
  if (part == "times") return timesText(loops.times);
  return {};
}

void GpuProduct::addTo(Json& report, const Run& run) const {
  const CpuCompiled& loops = compiled.loops;
  Json gpu = {{"schedule", schedule::print(loops.commands)},
              {"cin", {{"before", cin::print(loops.concrete)}, {"after", cin::print(loops.scheduled)}}},
              {"candidates", json(run.plan)},
              {"conversions", json(run.receipts)},
              {"lines", std::count(loops.text.begin(), loops.text.end(), '\n')},
              {"kernels", compiled.grids},
              {"serialKernels", compiled.serialKernels}};
  if (emulated) gpu["emulated"] = true;
  if (timing) gpu["device"] = jsonOf(*timing);
  report["gpu"] = gpu;
  report["transfers"] = json(run.transfers);
}

void GpuProduct::addTo(Report& report) const {
  if (timing) report.seconds = timing->kernels.median();
}

}  // namespace stardust::driver
