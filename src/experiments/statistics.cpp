#include "experiments/statistics.h"

#include <cmath>

namespace stardust::experiments {

double geometricMean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  double logs = 0;
  for (const double value : values) logs += std::log(value);
  return std::exp(logs / static_cast<double>(values.size()));
}

bool isWithin(double measured, double published, double part) {
  return std::abs(measured - published) <= part * published;
}

}  // namespace stardust::experiments
