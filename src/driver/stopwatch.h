// Times of passes.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace stardust::driver {

/// Wall time of one pass.
struct PassTime {
  std::string pass;
  double seconds;
};

/// Runs passes and records the time of each.
class Stopwatch {
 public:
  explicit Stopwatch(std::vector<PassTime>& times) : times_(times) {}
  template <class Pass>
  auto operator()(const std::string& pass, Pass&& run) const {
    const auto start = std::chrono::steady_clock::now();
    auto result = run();
    times_.push_back({pass, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
    return result;
  }

 private:
  std::vector<PassTime>& times_;
};

}  // namespace stardust::driver
