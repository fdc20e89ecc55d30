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
  /// A simulation on `memory` has come to `cycle`.
  void simulated(const std::string& memory, std::int64_t cycle);
  /// Anything else.
  void told(const std::string& text);
  void finish();  ///< clears the line

 private:
  bool isTime();
  void draw(const std::string& text);

  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace stardust::tools
