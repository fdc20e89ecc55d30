#include "driver/report_cpu.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/conversions.h"
#include "driver/run.h"
#include "support/plural.h"

namespace stardust::driver {

std::string hostText(const Run& run) {
  std::string out;
  if (run.refusal) out += fmt::format("on the host {}\n{}", notation::print(run.assignment), render(*run.refusal));
  if (!run.receipts.empty()) out += "converted on the host\n" + print(run.receipts);
  if (!run.transfers.empty()) out += "moved between the host's memory and the accelerator's\n" + print(run.transfers);
  return out;
}

std::string cpuProgramText(const Run& run) {
  double seconds = 0;
  for (const PassTime& time : run.cpu->times) seconds += time.seconds;
  std::string out =
      fmt::format("program     {} of C in {:.2f} ms",
                  counted(std::count(run.cpu->text.begin(), run.cpu->text.end(), '\n'), "line"), seconds * 1e3);
  if (!run.cpuTiming) return out + "\n";
  const CpuTiming& timing = *run.cpuTiming;
  if (timing.compileSeconds == 0) return out + ", compiled before\n";
  out += fmt::format(", compiled by {} in {:.0f} ms\n", timing.compiler, timing.compileSeconds * 1e3);
  return timing.cacheRefusal.empty()
             ? out
             : out + fmt::format("            and not kept: {} (XDG_CACHE_HOME can name another directory)\n",
                                 timing.cacheRefusal);
}

std::string cpuTimingText(const Run& run) {
  if (!run.cpuTiming) return {};
  const CpuTiming& timing = *run.cpuTiming;
  const auto runs = timing.seconds.size();
  const std::string threads = counted(timing.threads, "thread");
  if (run.refusal) return fmt::format("time        {:.4g} ms on {} of the host\n", timing.seconds[0] * 1e3, threads);
  if (runs == 1)
    return fmt::format("time        {:.4g} ms on {}, the first run (--time=20 repeats it)\n", timing.seconds[0] * 1e3,
                       threads);
  const std::string uneven = timing.unevenness();
  return fmt::format("time        {:.4g} ms (median of {}, the least {:.4g} ms) on {}\n{}", timing.median() * 1e3,
                     counted(runs, "run"), timing.least() * 1e3, threads,
                     uneven.empty() ? "" : fmt::format("            uneven: {}\n", uneven));
}

}  // namespace stardust::driver
