// A DRAM for closed forms: every burst takes the same number of cycles, without a limit on bursts in flight.
#pragma once

#include <deque>

#include "sim/engine/dram.h"

namespace stardust::sim {

class FixedDram final : public Dram {
 public:
  explicit FixedDram(Cycle latency) : latency_(latency) {}

  bool send(const Burst& burst, Cycle now) override {
    pending_.push_back({burst.tag, now + latency_});
    ++(burst.write ? stats_.writes : stats_.reads);
    return true;
  }
  void advance(Cycle now, std::vector<Completion>& completed) override {
    for (; !pending_.empty() && pending_.front().at <= now; pending_.pop_front()) completed.push_back(pending_.front());
  }
  Cycle nextEvent() const override { return pending_.empty() ? never : pending_.front().at; }
  DramStats stats() const override { return stats_; }

 private:
  Cycle latency_;
  std::deque<Completion> pending_;
  DramStats stats_;
};

}  // namespace stardust::sim
