// The simulations of a run, as input of pages and traces.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "driver/exec.h"
#include "driver/run.h"
#include "driver/run_timing.h"
#include "driver/targets/accelerator.h"

namespace stardust::report {

/// Views into the run, which must outlive them.
struct Simulation {
  std::string label;       ///< distinguishes the simulations of a run: "hbm2e", "Accel 2"; empty if there is only one
  std::string title;       ///< of the kernel or the program
  std::string expression;  ///< empty for a hand-written program
  const capstan::Mapping* mapping;
  const capstan::Resources* resources;
  const driver::Timing* timing;
  std::vector<std::pair<std::string, std::string>> settings;  ///< settings of the run, for the user
  bool isVerified = false;

  const sim::Recording& recording() const { return *timing->report.recording; }
};

/// The recorded simulations (`records` of the request), in execution order.
std::vector<Simulation> simulationsOf(const std::vector<driver::Run>& runs);
std::vector<Simulation> simulationsOf(const driver::Run& run);
std::vector<Simulation> simulationsOf(const driver::ExecRun& run);

}  // namespace stardust::report
