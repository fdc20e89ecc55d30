#include "driver/cpu.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/cpu/c_text.h"
#include "backend/cpu/read/read.h"
#include "driver/device_formats.h"
#include "driver/loaded_kernel.h"
#include "driver/pipelines.h"
#include "driver/places.h"
#include "files/processors.h"
#include "support/median.h"

namespace stardust::driver {
namespace {

std::string functionName(std::string className) {
  if (!className.empty()) className[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(className[0])));
  return className;
}

void runPasses(CpuCompiled& c, const Scheduled& scheduled, const std::string& name, const LoopsWay& way,
               const PassWatch& watch) {
  const Stopwatch timed(c.times);
  const auto around = watched(timed, watch, c.seen);
  passes::Settings settings;
  settings.commands = c.commands;
  settings.function = functionName(name);
  settings.loops = way.options;
  c.scheduled = std::get<cin::Stmt>(passes::run(way.scheduled, scheduled.stmt(), settings, around));
  c.scheduled = readInPlace(c.scheduled, way.inPlace);
  c.function = std::get<loops::Function>(passes::run(way.lowered, c.scheduled, settings, around));
  timed("verify", [&] { return loops::verify(c.function), true; });
  way.print(c, timed);
}

}  // namespace

int threadsOf(const CpuSettings& settings) { return settings.threads > 0 ? settings.threads : usableProcessors(); }

double CpuTiming::median() const { return stardust::median(seconds); }

double CpuTiming::least() const { return seconds.empty() ? 0 : *std::min_element(seconds.begin(), seconds.end()); }

std::string CpuTiming::unevenness() const {
  constexpr double far = 2;
  if (seconds.size() < 2 || median() <= far * least()) return {};
  const std::string remedy = threads > 1 ? "on an idle machine, or with --threads=1" : "on an idle machine";
  return fmt::format(
      "the median is {:.1f} times the minimum, probably because of another process or a change of the processor's frequency; measure {}",
      median() / least(), remedy);
}

CpuCompiled compileLoops(const Scheduled& scheduled, const std::string& name, const PassWatch& watch,
                         const LoopsWay& way) {
  CpuCompiled compiled;
  compiled.assignment = scheduled.assignment();
  compiled.commands = scheduled.commands();
  compiled.concrete = scheduled.concrete();
  compiled.times = scheduled.times();
  compiled.seen = scheduled.seen(watch);
  const auto tell = [&] {
    if (watch.tell) watch.tell(compiled.seen);
  };
  try {
    withPlaceOf(compiled.assignment, compiled.commands, [&] { runPasses(compiled, scheduled, name, way, watch); });
  } catch (const Error&) {
    tell();
    throw;
  }
  tell();
  return compiled;
}

CpuCompiled compileForCpu(const Scheduled& scheduled, const std::string& name, const PassWatch& watch,
                          const loops::LoweringOptions& options, bool selfContained, const ViewsInPlace& inPlace) {
  const CPipeline way;
  const auto print = [&](CpuCompiled& c, const Stopwatch& timed) {
    const cpu::PrintedC printed = timed("print", [&] {
      return selfContained ? cpu::printedC(c.function) : cpu::printedC(c.function, "", cpu::Runtime::Included);
    });
    timed("read back", [&] { return cpu::verifyC(printed.function, printed.functions, printed.meanings), true; });
    c.text = printed.text();
  };
  return compileLoops(scheduled, name, watch, {way.scheduled, way.lowered, inPlace, passes::forCpu(options), print});
}

CpuCompiled compileForCpu(const Problem& problem, const loops::LoweringOptions& options) {
  const Scheduled scheduled = withPlaceOf(problem.assignment, problem.commands, [&] {
    return Scheduled(problem.assignment, problem.commands, CPipeline().begin, sumsFor(problem.commands), {});
  });
  return compileForCpu(scheduled, problem.name, {}, options);
}

cpu::Toolchain toolchainOf(const CpuSettings& settings, const Hooks& hooks) {
  return cpu::findToolchain(settings.compiler, cpu::defaultCacheDirectory(), settings.option, hooks.cancelled);
}

CpuRun runOnCpu(const Problem& problem, const CpuCompiled& compiled, const CpuSettings& settings, const Hooks& hooks) {
  beginPhase(hooks.progress, {"compiling C"});
  const cpu::Toolchain toolchain = toolchainOf(settings, hooks);
  CpuRun run;
  run.timing.threads = threadsOf(settings);
  run.timing.compiler = toolchain.compiler.command[0];
  const notation::TensorVar& result = compiled.assignment.lhs.tensor;
  LoadedKernel loaded(problem, compiled.function, toolchain, result);
  run.timing.compileSeconds = loaded.kernel().compileSeconds();
  run.timing.cacheRefusal = loaded.kernel().uncachedReason();
  beginPhase(hooks.progress, {"running on the CPU", settings.runs > 1 ? "runs" : ""});
  if (settings.runs > 1) loaded.run(run.timing.threads);
  for (int n = 0; n < settings.runs && (n == 0 || !hooks.areCancelled()); ++n) {
    advancePhase(hooks.progress, static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(settings.runs));
    run.timing.seconds.push_back(loaded.run(run.timing.threads));
  }
  run.result = loaded.result(result.name);
  return run;
}

}  // namespace stardust::driver
