// Common output of all benchmarks.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "stardust_version.h"

namespace stardust::bench {

/// The shortest of `repetitions` runs, in seconds: the least disturbed one.
inline double shortestSeconds(int repetitions, const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  double shortest = 1e300;
  for (int i = 0; i < repetitions; ++i) {
    const auto begin = Clock::now();
    work();
    shortest = std::min(shortest, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return shortest;
}

/// Named rows of named numbers. Names are plain words that need no escaping.
class Report {
 public:
  using Figures = std::vector<std::pair<std::string, double>>;
  Report(std::string benchmark, std::uint64_t seed) : benchmark_(std::move(benchmark)), seed_(seed) {}

  void add(std::string name, Figures figures) { rows_.emplace_back(std::move(name), std::move(figures)); }

  /// With a path, writes the JSON there and prints the table; without, prints the JSON. Returns the exit code.
  int finish(int argc, char** argv) const {
    if (argc < 2) {
      fmt::print("{}", json());
      return 0;
    }
    fmt::print("{}", table());
    std::FILE* const file = std::fopen(argv[1], "wb");
    if (file) fmt::print(file, "{}", json());
    if (file && std::fclose(file) == 0) return 0;
    fmt::print(stderr, "cannot write {}\n", argv[1]);
    return 1;
  }

 private:
  std::string json() const {
    std::string text = fmt::format(
        "{{\"schema\": 1, \"benchmark\": \"{}\", \"version\": \"{}\", \"gitId\": \"{}\", \"seed\": {}, \"rows\": [",
        benchmark_, STARDUST_VERSION, STARDUST_GIT_ID, seed_);
    for (const auto& [name, figures] : rows_) {
      text += fmt::format("{}\n  {{\"name\": \"{}\"", text.back() == '[' ? "" : ",", name);
      for (const auto& [key, number] : figures) text += fmt::format(", \"{}\": {}", key, number);
      text += "}";
    }
    return text + "\n]}\n";
  }
  std::string table() const {
    std::string text;
    for (const auto& [name, figures] : rows_) {
      text += fmt::format("{:<24}", name);
      for (const auto& [key, number] : figures) text += fmt::format("  {} {:.6g}", key, number);
      text += "\n";
    }
    return text;
  }

  std::string benchmark_;
  std::uint64_t seed_;
  std::vector<std::pair<std::string, Figures>> rows_;
};

}  // namespace stardust::bench
