#include "sim/engine/recording.h"

#include <algorithm>
#include <numeric>

namespace stardust::sim {

void Track::append(Cycle begin, Activity activity) {
  if (slices_.empty() || slices_.back().activity != activity) slices_.push_back({begin, activity});
}

void Track::endWindow() {
  const auto length = std::accumulate(window_.begin(), window_.end(), Cycle{0});
  const auto most = std::max_element(window_.begin(), window_.end()) - window_.begin();
  append(at_ - length, static_cast<Activity>(most));
  window_ = {};
}

void Track::add(Cycle to, Activity activity) {
  if (to <= at_) return;
  auto& inWindow = window_[static_cast<std::size_t>(activity)];
  if (const auto begun = (at_ - 1) % resolution_; begun > 0) {
    const auto end = std::min(to, at_ - begun + resolution_);
    inWindow += end - at_;
    at_ = end;
    if ((at_ - 1) % resolution_ == 0) endWindow();
  }
  if (const auto whole = (to - at_) / resolution_ * resolution_; whole > 0) {
    append(at_, activity);
    at_ += whole;
  }
  inWindow += to - at_;
  at_ = to;
}

void Track::coarsen() {
  Track coarse;
  coarse.resolution_ = 2 * resolution_;
  const auto complete = at_ - std::accumulate(window_.begin(), window_.end(), Cycle{0});
  for (std::size_t i = 0; i < slices_.size(); ++i) {
    coarse.add(i + 1 < slices_.size() ? slices_[i + 1].begin : complete, slices_[i].activity);
  }
  for (std::size_t a = 0; a < maxActivities; ++a) coarse.window_[a] += window_[a];
  coarse.at_ = at_;
  *this = std::move(coarse);
}

void Track::finish(Cycle end) {
  if (at_ > end) at_ = end;
  if ((at_ - 1) % resolution_ != 0) endWindow();
  while (!slices_.empty() && slices_.back().begin >= end) slices_.pop_back();
}

}  // namespace stardust::sim
