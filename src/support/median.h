// The median of measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace stardust {

/// 0 for no values. O(n log n).
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  if (values.empty()) return 0;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace stardust
