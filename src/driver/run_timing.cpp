#include "driver/run_timing.h"

#include <chrono>

namespace stardust::driver {

std::shared_ptr<const Timing> simulate(const Problem& problem, const Compiled& compiled,
                                       const exec::Evaluated& reference, const Hardware& hardware,
                                       const sim::Options& options) {
  auto timing = std::make_shared<Timing>();
  timing->hardware = hardware;
  const auto files = spatial::hostFiles(compiled.lowered, problem.operands, reference.result);
  const auto start = std::chrono::steady_clock::now();
  timing->report = sim::simulate(compiled.mapping, files, hardware.machine, hardware.memory, options);
  timing->wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  timing->checked = check(problem, compiled, reference, timing->report.output);
  return timing;
}

}  // namespace stardust::driver
