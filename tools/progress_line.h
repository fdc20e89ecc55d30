// The current work and its progress, on stderr: one line of a terminal that is redrawn, elsewhere a plain line every
// ten seconds. The working thread sets the text; the watching thread draws it.
#pragma once

#include <mutex>
#include <string>

#include "support/progress_meter.h"

namespace stardust::tools {

class ProgressLine : public Progress {
 public:
  using Clock = ProgressMeter::Clock;

  ProgressLine();
  /// Enables drawing.
  void show();

  void begin(const Phase& phase) override;
  void advance(std::uint64_t done, std::uint64_t total) override;
  /// For operations that format their progress themselves.
  void told(const std::string& text);
  void finish();  ///< clears the line; the next phase shows it again

  /// The current phase; empty if there is none.
  std::string phase() const;
  /// Draws the line if it is due.
  void draw(Clock::time_point now);

 private:
  std::string text(Clock::time_point now) const;

  mutable std::mutex mutex_;  // guards all members below
  ProgressMeter meter_;
  std::string told_;
  bool isShown_ = false, isDrawn_ = false;
  const bool isTerminal_;
  const Clock::time_point start_;
  Clock::time_point next_;  // time of the next draw
};

}  // namespace stardust::tools
