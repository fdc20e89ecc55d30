#include "exec/spatial_stage_order.h"

#include <algorithm>

namespace stardust::spatial::run {

void StageOrder::add(std::unique_ptr<Task> task, const Uses& uses) {
  std::vector<std::uint32_t> after;
  for (const auto& access : uses.accesses) {
    auto& [writers, readers] = histories_[access.symbol];
    if (access.relaxed && access.writes) continue;
    if (access.relaxed && writers.size() > 1) {  // later reads wait for one joint point instead of for every write
      stages_.push_back({nullptr, writers});
      writers = {static_cast<std::uint32_t>(stages_.size() - 1)};
    }
    after.insert(after.end(), writers.begin(), writers.end());
    if (access.writes) after.insert(after.end(), readers.begin(), readers.end());
  }
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  const auto stage = static_cast<std::uint32_t>(stages_.size());
  stages_.push_back({std::move(task), std::move(after), uses.isOrdered});
  for (const auto& access : uses.accesses) {
    auto& [writers, readers] = histories_[access.symbol];
    if (!access.writes) {
      if (!access.relaxed) readers.push_back(stage);
    } else if (access.relaxed) {
      writers.push_back(stage);
    } else {
      writers = {stage};
      readers.clear();
    }
  }
}

}  // namespace stardust::spatial::run
