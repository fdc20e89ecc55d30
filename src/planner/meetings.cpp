#include "planner/meetings.h"

#include <algorithm>
#include <utility>

namespace stardust::planner {
namespace {

double sumOf(const std::vector<float>& values) {
  constexpr std::size_t lanes = 8;  // so that the compiler can use vectors
  float sums[lanes] = {};
  std::size_t n = 0;
  double all = 0;
  while (n + lanes <= values.size()) {
    for (std::size_t block = 0; block < 64 && n + lanes <= values.size(); ++block, n += lanes)
      for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += values[n + lane];
    for (float& sum : sums) all += std::exchange(sum, 0.0F);
  }
  for (; n < values.size(); ++n) all += values[n];
  return all;
}

double computed(const std::vector<Meeting>& parts) {
  std::size_t extent = parts.front().degrees->entries.size();
  for (const Meeting& part : parts) extent = std::min(extent, part.degrees->entries.size());
  std::vector<float> met(extent, 1);
  auto even = static_cast<double>(extent);
  for (const auto& [degrees, isPresence] : parts) {
    const float* const entries = degrees->entries.data();
    if (isPresence)
      for (std::size_t n = 0; n < extent; ++n) met[n] = entries[n] > 0 ? met[n] : 0;
    else
      for (std::size_t n = 0; n < extent; ++n) met[n] *= entries[n];
    even *= (isPresence ? degrees->distinct : degrees->all) / static_cast<double>(extent);
  }
  return even > 0 ? sumOf(met) / even : 1;
}

}  // namespace

double Meetings::factor(std::vector<Meeting>& parts) {
  if (parts.size() < 2) return 1;
  std::sort(parts.begin(), parts.end());
  const auto known = known_.find(parts);
  if (known != known_.end()) return known->second;
  const double factor = computed(parts);
  known_.emplace(parts, factor);
  return factor;
}

}  // namespace stardust::planner
