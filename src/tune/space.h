// The schedules that a search considers for a statement on the accelerator.
#pragma once

#include <vector>

#include "driver/problem.h"
#include "tune/candidate.h"

namespace stardust::tune {

/// The choices, beside the loop orders and copies.
struct Axes {
  std::vector<int> bodies;       ///< values of outerPar
  std::vector<int> scanDensity;  ///< values of scanDensity; it is also left out
  std::vector<int> lanes;        ///< values of innerPar
  bool converts = false;         ///< whether plans may convert tensors
};
/// Those of a machine: bodies up to three times the lanes, and densities that never scan and always scan.
Axes axesFor(int lanes);

/// The candidates for a problem with the commands of the user, if any. First comes what the user wrote, and then the
/// default; their number is `kept`. They are followed by all combinations of
///   - the loops and copies: those that the user wrote, those of the formats, and those of each plan,
///   - the axes.
/// Each schedule occurs once.
struct SpaceOf {
  std::vector<Candidate> candidates;
  std::size_t kept = 0;
};
SpaceOf spaceOf(const driver::Problem& problem, const std::vector<driver::PlanRow>& plans, const Axes& axes);

}  // namespace stardust::tune
