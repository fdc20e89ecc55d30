// A line on stderr that shows how far a long read is; silent where stderr is not a terminal.
#pragma once

#include <chrono>

#include "io/progress.h"

namespace stardust::tools {

class ProgressLine : public Progress {
 public:
  explicit ProgressLine(bool quiet);
  void advance(std::uint64_t bytes, std::uint64_t total) override;
  void finish();  ///< clears the line

 private:
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace stardust::tools
