// Means and comparisons of measured with published numbers.
#pragma once

#include <cstddef>
#include <vector>

namespace stardust::experiments {

/// Of numbers above 0; 0 of none.
double geometricMean(const std::vector<double>& values);

/// Whether `measured` differs from `published` by at most this part of it.
bool isWithin(double measured, double published, double part);

/// How many of the comparisons that could be made hold.
struct Tally {
  std::size_t holds = 0, of = 0;
  void count(bool one) {
    holds += one ? 1 : 0;
    ++of;
  }
};

/// What counts as reproduced: runtimes relative to HBM2E, compute and memory units. Address generators and shuffle
/// networks are exact.
inline constexpr double runtimeTolerance = 0.2, unitTolerance = 0.15;
/// And of the cycles of recorded runs.
inline constexpr double recordedTolerance = 0.25;

}  // namespace stardust::experiments
