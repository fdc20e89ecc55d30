// Who computes a kernel in the benchmark of the CPU back end: our kernels, and each library that is installed.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "driver/problem.h"

namespace stardust::bench {

/// What a result amounts to, whatever its storage: enough to see that two contenders computed the same.
struct Digest {
  double sum = 0, magnitude = 0;  ///< of the values, and of their absolute values

  void add(double value) { sum += value, magnitude += std::abs(value); }
  bool agrees(const Digest& other) const {
    const double scale = 1e-9 * std::max(magnitude, other.magnitude);
    return std::abs(sum - other.sum) <= scale && std::abs(magnitude - other.magnitude) <= scale;
  }
};

struct Contender {
  std::string name;
  std::function<void()> run;
  std::function<Digest()> digest;  ///< of the last run
  bool parallel = true;            ///< false: the library has no parallel version of this kernel
};
using Contenders = std::vector<Contender>;

/// One kernel on one set of data. `kernel` is its name in the tables: spmv, plus3, …
struct Task {
  std::string kernel, data;
  driver::Problem problem;
  double bytes = 0;  ///< that must move between memory and processor, at the least: operands once, result once

  const Storage& operand(const std::string& name) const { return problem.operands.at(name); }
  const std::vector<double>& values(const std::string& name) const { return std::get<std::vector<double>>(operand(name).values); }
  double scalar(const std::string& name) const { return values(name).at(0); }
};

/// None where a library does not have the kernel. The task outlives the contenders.
Contenders ours(const Task& task, int threads);
Contenders eigen(const Task& task, int threads);
Contenders graphBlas(const Task& task, int threads);
Contenders librsb(const Task& task, int threads);

/// Bytes a second that `threads` threads read from an array of so many bytes, over and over: the median of several sweeps.
double readBandwidth(double bytes, int threads);

}  // namespace stardust::bench
