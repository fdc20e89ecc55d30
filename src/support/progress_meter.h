// Text of a progress line: the phase, its time, amount and rate, and the estimated remaining time if known.
#pragma once

#include <chrono>

#include "support/progress.h"

namespace stardust {

class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;

  void begin(Phase phase, Clock::time_point now);
  /// Withdraws an estimate that turns out too low for the rest of the phase: a total that is reached or exceeded while
  /// the phase continues, or a lower bound that grows by more than a tenth.
  void advance(std::uint64_t done, std::uint64_t total);

  const std::string& phase() const { return phase_.name; }
  /// "simulating on hbm2e: 12 s, 0.11 of at least 0.20 million cycles, at least 10 s left", or, without an estimate,
  /// "…: 12 s, 3.30 million cycles, 0.27 a second". Empty before the first phase.
  std::string text(Clock::time_point now) const;

 private:
  std::string amount() const;

  Phase phase_;
  Clock::time_point begun_;
  double done_ = 0, total_ = 0;
  double firstTotal_ = 0;  // 0: no total yet
  bool isWithdrawn_ = false;
};

/// "12 s", "3 min", "2.5 h".
std::string durationText(double seconds);

}  // namespace stardust
