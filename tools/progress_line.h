// What goes on and how far it is, on stderr: one line of a terminal that is drawn anew, and elsewhere a plain line
// every ten seconds. The working thread says what it does; the watching one draws.
#pragma once

#include <mutex>
#include <string>

#include "support/progress_meter.h"

namespace stardust::tools {

class ProgressLine : public Progress {
 public:
  using Clock = ProgressMeter::Clock;

  ProgressLine();
  /// Before, nothing is drawn.
  void show();

  void begin(const Phase& phase) override;
  void advance(std::uint64_t done, std::uint64_t total) override;
  /// Whoever has a text of its own for how far it is.
  void told(const std::string& text);
  void finish();  ///< clears the line; nothing goes on until something begins

  /// What goes on; empty if nothing does.
  std::string phase() const;
  /// Draws the line if it is time to.
  void draw(Clock::time_point now);

 private:
  std::string text(Clock::time_point now) const;

  mutable std::mutex mutex_;  // guards all that follows
  ProgressMeter meter_;
  std::string told_;
  bool isShown_ = false, isDrawn_ = false;
  const bool isTerminal_;
  const Clock::time_point start_;
  Clock::time_point next_;  // when to draw
};

}  // namespace stardust::tools
