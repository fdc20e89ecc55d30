// Means, and comparisons of measured with published numbers.
#pragma once

#include <cstddef>
#include <vector>

namespace stardust::experiments {

/// Of positive numbers; 0 if there are none.
double geometricMean(const std::vector<double>& values);

/// Whether `measured` differs from `published` by at most this fraction of it.
bool isWithin(double measured, double published, double part);

/// The number of comparisons made, and of those that hold.
struct Tally {
  std::size_t holds = 0, of = 0;
  void count(bool one) {
    holds += one ? 1 : 0;
    ++of;
  }
};

/// Tolerances of a reproduced result: runtimes relative to HBM2E, compute and memory units. Address generators and
/// shuffle networks must be exact.
inline constexpr double runtimeTolerance = 0.2, unitTolerance = 0.15;
/// The tolerance of the cycles of recorded runs.
inline constexpr double recordedTolerance = 0.25;

}  // namespace stardust::experiments
