// A problem on this computer: compiled to C and to native code, run and timed.
#pragma once

#include <string>
#include <vector>

#include "backend/cpu/kernel.h"
#include "cin/nodes.h"
#include "driver/hooks.h"
#include "driver/problem.h"
#include "driver/scheduled.h"
#include "loops/lower/lower.h"
#include "schedule/schedule.h"

namespace stardust::driver {

struct CpuSettings {
  int threads = 0;       ///< 0: one for each processor that may be used
  int runs = 1;          ///< how often to run for the time, after a first run that is not timed where there are several
  std::string compiler;  ///< see cpu::findCompiler
  std::string option = "--cc=PATH";  ///< how the user names the compiler, for messages; empty: in no way
  bool selfContained = false;        ///< the C that is shown contains the runtime; else it includes its headers
};

/// The compiler that settings mean, with the user's cache; it ends once the work is cancelled.
cpu::Toolchain toolchainOf(const CpuSettings& settings, const Hooks& hooks = {});

/// Every rung of the way to C.
struct CpuCompiled {
  notation::Assignment assignment;
  std::vector<schedule::Command> commands;
  cin::Stmt concrete;   ///< before the schedule
  cin::Stmt scheduled;  ///< after the schedule and the automatic passes
  loops::Function function;
  std::string text;  ///< in C, as it is shown; cpu::Kernel compiles a text that contains the runtime
  std::vector<PassTime> times;
  std::vector<SeenPass> seen;  ///< those that were watched
};

/// A function called `name`. Dimensions may be unknown. Throws Error (user, unsupported).
CpuCompiled compileForCpu(const Scheduled& scheduled, const std::string& name, const PassWatch& watch = {},
                          const loops::LoweringOptions& options = {}, bool selfContained = false);
/// The same of a problem whose operands stay as they are.
CpuCompiled compileForCpu(const Problem& problem, const loops::LoweringOptions& options = {});

/// The number of threads that settings mean.
int threadsOf(const CpuSettings& settings);

struct CpuTiming {
  int threads = 1;
  std::vector<double>
      seconds;  ///< of each timed run, the assembly of the result included; its memory is that of the run before
  std::string compiler;       ///< its path
  double compileSeconds = 0;  ///< 0 if the kernel was in the cache
  std::string cacheRefusal;   ///< why the cache does not have the kernel; empty if it does

  double median() const;
  double least() const;
  /// One sentence where the median is far above the least, so that neither says much: likely causes, and what helps;
  /// else empty.
  std::string unevenness() const;
};

struct CpuRun {
  CpuTiming timing;
  Storage result;
};
/// Once it is cancelled, the C compiler ends, and no further run begins: what was timed by then is returned. Throws
/// Error (user): no compiler, not enough memory, an integer division by zero; as cpu::Kernel.
CpuRun runOnCpu(const Problem& problem, const CpuCompiled& compiled, const CpuSettings& settings,
                const Hooks& hooks = {});

}  // namespace stardust::driver
