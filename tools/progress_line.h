// A line on stderr that shows how far a long read or simulation is; silent where stderr is not a terminal.
#pragma once

#include <chrono>
#include <string>

#include "io/progress.h"

namespace stardust::tools {

class ProgressLine : public Progress {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine() override { finish(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void advance(std::uint64_t bytes, std::uint64_t total) override;
  /// A simulation on `memory` has come to `cycle`, and goes on to `atLeast` or beyond; 0: nobody knows.
  void simulated(const std::string& memory, std::int64_t cycle, std::int64_t atLeast);
  /// Anything else.
  void told(const std::string& text);
  void finish();  ///< clears the line

 private:
  bool isTime();
  void draw(const std::string& text);

  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_, last_;
  std::string memory_;  // of the simulation that goes on
  std::chrono::steady_clock::time_point simulatedSince_;
};

}  // namespace stardust::tools
