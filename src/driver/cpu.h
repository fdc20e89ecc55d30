// A problem on the CPU: compiled to C and to native code, run and timed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "backend/cpu/kernel.h"
#include "cin/nodes.h"
#include "driver/hooks.h"
#include "driver/in_place.h"
#include "driver/problem.h"
#include "driver/scheduled.h"
#include "loops/lower/lower.h"
#include "schedule/schedule.h"

namespace stardust::driver {

struct CpuSettings {
  int threads = 0;                   ///< 0: one for each available processor
  int runs = 1;                      ///< number of timed runs; if it exceeds 1, an untimed run precedes them
  std::string compiler;              ///< see cpu::findCompiler
  std::string option = "--cc=PATH";  ///< the option that selects the compiler, for messages; empty: none
  bool selfContained = false;        // the printed C contains the runtime; otherwise it includes the runtime's headers
};

/// The compiler of the settings, with the user's cache; it stops when the work is cancelled.
cpu::Toolchain toolchainOf(const CpuSettings& settings, const Hooks& hooks = {});

/// The intermediate results of a compilation to C.
struct CpuCompiled {
  notation::Assignment assignment;
  std::vector<schedule::Command> commands;
  cin::Stmt concrete;   ///< before the schedule
  cin::Stmt scheduled;  ///< after the schedule and the automatic passes
  loops::Function function;
  std::string text;  ///< the printed C; cpu::Kernel compiles a text that contains the runtime
  std::vector<PassTime> times;
  std::vector<SeenPass> seen;  ///< the watched passes
};

/// The way from a scheduled statement to a program that is printed from loops.
struct LoopsWay {
  passes::Pipeline scheduled, lowered;
  ViewsInPlace inPlace;
  loops::LoweringOptions options;
  std::function<void(CpuCompiled& compiled, const Stopwatch& timed)> print = {};  ///< sets the text of verified loops
};
/// Throws Error (user, unsupported).
CpuCompiled compileLoops(const Scheduled& scheduled, const std::string& name, const PassWatch& watch,
                         const LoopsWay& way);

/// Compiles to a function called `name`. Dimensions may be unknown. Throws Error (user, unsupported).
CpuCompiled compileForCpu(const Scheduled& scheduled, const std::string& name, const PassWatch& watch = {},
                          const loops::LoweringOptions& options = {}, bool selfContained = false,
                          const ViewsInPlace& inPlace = {});
/// The same for a problem whose operands keep their formats.
CpuCompiled compileForCpu(const Problem& problem, const loops::LoweringOptions& options = {});

/// The number of threads of the settings.
int threadsOf(const CpuSettings& settings);

struct CpuTiming {
  int threads = 1;
  std::vector<double>
      seconds;  // of each timed run, including the assembly of the result, which reuses the memory of the previous run
  std::string compiler;       ///< path
  double compileSeconds = 0;  ///< 0 if the kernel was in the cache
  std::string cacheRefusal;   ///< the reason why the kernel is not in the cache; empty if it is

  double median() const;
  double least() const;
  /// A sentence with likely causes and remedies, if the median is far above the minimum, so that neither is reliable;
  /// otherwise empty.
  std::string unevenness() const;
};

struct CpuRun {
  CpuTiming timing;
  Storage result;
};
/// Cancellation stops the C compiler, and prevents further runs; the runs timed so far are returned. Throws Error
/// (user) for a missing compiler, insufficient memory and an integer division by zero; otherwise as cpu::Kernel.
CpuRun runOnCpu(const Problem& problem, const CpuCompiled& compiled, const CpuSettings& settings,
                const Hooks& hooks = {});

}  // namespace stardust::driver
