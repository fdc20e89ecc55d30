// One simulation of a compiled program on one memory system.
#pragma once

#include <memory>

#include "capstan/mapping/mapping.h"
#include "driver/evaluate.h"
#include "sim/capstan/simulate.h"

namespace stardust::driver {

struct Timing {
  Hardware hardware;
  sim::Report report;
  Checked checked;
  double wallSeconds = 0;  ///< run time of the simulator

  std::int64_t bytes() const { return report.readBytes + report.writeBytes; }
  double gbPerSecond() const { return report.seconds > 0 ? static_cast<double>(bytes()) / report.seconds / 1e9 : 0; }
};

std::shared_ptr<const Timing> simulate(const Problem& problem, const Compiled& compiled,
                                       const exec::Evaluated& reference, const Hardware& hardware,
                                       const sim::Options& options);

}  // namespace stardust::driver
