// The simulations of a run, as pictures need them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "driver/exec.h"
#include "driver/run.h"
#include "driver/run_timing.h"
#include "driver/targets/accelerator.h"

namespace stardust::report {

/// Views into the run that it is made from.
struct Simulation {
  std::string label;       ///< which of the run's simulations: "hbm2e", "Accel 2"; empty if it is the only one
  std::string title;       ///< of the kernel or the program
  std::string expression;  ///< empty for a program written by hand
  const capstan::Mapping* mapping;
  const capstan::Resources* resources;
  const driver::Timing* timing;
  std::vector<std::pair<std::string, std::string>> settings;  ///< what it was run with, for people
  bool isVerified = false;

  const sim::Recording& recording() const { return *timing->report.recording; }
};

/// Those of a run that was recorded (`records` of its request), in the order in which they ran.
std::vector<Simulation> simulationsOf(const std::vector<driver::Run>& runs);
std::vector<Simulation> simulationsOf(const driver::Run& run);
std::vector<Simulation> simulationsOf(const driver::ExecRun& run);

}  // namespace stardust::report
