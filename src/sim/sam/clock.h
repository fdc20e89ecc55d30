// The clock of a simulation: which units step in which cycle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "sim/sam/simulate.h"

namespace stardust::sim_sam {

/// Units are numbered from the writers to the root, and step in this order.
class Clock {
 public:
  /// `isLocal`: each unit has a clock of its own; this one only says who steps next.
  Clock(std::size_t units, bool isLocal) : isLocal_(isLocal), current_((units + 63) / 64), next_((units + 63) / 64) {}

  bool isLocal() const { return isLocal_; }

  Cycle now() const { return now_; }
  void wakeNow(std::size_t unit) { set(current_, unit); }
  void wakeNext(std::size_t unit) { set(next_, unit); }
  void wakeAt(std::size_t unit, Cycle cycle) { timers_.emplace(cycle, unit); }

  /// Moves on to the next cycle in which a unit steps; false if none will.
  bool advance() {
    bool any = false;
    for (const std::uint64_t word : next_) any = any || word != 0;
    if (!any && timers_.empty()) return false;
    now_ = any ? now_ + 1 : std::max(now_ + 1, timers_.top().first);
    current_.swap(next_);
    for (std::uint64_t& word : next_) word = 0;
    for (; !timers_.empty() && timers_.top().first <= now_; timers_.pop()) wakeNow(timers_.top().second);
    return true;
  }

  /// Calls `step` for each unit that steps in this cycle. A unit may wake later ones.
  template <class Step>
  void stepAll(Step&& step) {
    for (std::size_t word = 0; word < current_.size(); ++word)
      while (current_[word] != 0) {
        const auto bit = static_cast<std::size_t>(__builtin_ctzll(current_[word]));
        current_[word] &= current_[word] - 1;
        step(word * 64 + bit);
      }
  }

 private:
  static void set(std::vector<std::uint64_t>& bits, std::size_t unit) {
    bits[unit / 64] |= std::uint64_t{1} << (unit % 64);
  }

  bool isLocal_;
  Cycle now_ = -1;  // the root gives its first token in cycle 0, which is seen in the first one
  std::vector<std::uint64_t> current_, next_;
  using Timer = std::pair<Cycle, std::size_t>;
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
};

}  // namespace stardust::sim_sam
