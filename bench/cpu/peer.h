// Who computes a kernel in the benchmark of the CPU back end: our kernels, and each library that is installed.
#pragma once

#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "driver/problem.h"

namespace stardust::bench {

/// What a result amounts to, whatever its storage: enough to see that two computed the same.
struct Digest {
  double sum = 0, magnitude = 0;  ///< of the values, and of their absolute values

  bool agrees(const Digest& other) const {
    const double scale = 1e-9 * std::max(magnitude, other.magnitude);
    return std::abs(sum - other.sum) <= scale && std::abs(magnitude - other.magnitude) <= scale;
  }
};
inline Digest digestOf(double value) { return {value, std::abs(value)}; }
template <class Allocator>
Digest digestOf(const std::vector<double, Allocator>& values) {
  Digest digest;
  for (const double value : values) digest.sum += value, digest.magnitude += std::abs(value);
  return digest;
}

/// One kernel on one set of data. `kernel` is its name in the tables: spmv, plus3, …
struct Task {
  std::string kernel, data;
  driver::Problem problem;
  std::string searched = {};  ///< the operand of which only what meets the others is read; empty: all are read in full

  const Storage& operand(const std::string& name) const { return problem.operands.at(name); }
  const ValueArray<double>& values(const std::string& name) const {
    return std::get<ValueArray<double>>(operand(name).values);
  }
  double scalar(const std::string& name) const { return values(name).at(0); }
  std::int64_t extent(const std::string& name, std::size_t mode) const { return operand(name).dims.at(mode); }
};

enum class Threads {
  Serial,
  Parallel
};  ///< Serial: the library has no parallel version of the kernel, and uses one thread

/// A task, ready to be computed over and over.
struct Work {
  std::function<double()> run;     ///< once; the seconds that it took
  std::function<Digest()> digest;  ///< of the last run
  Threads threads = Threads::Parallel;
};

template <class Compute>
double secondsOf(const Compute& compute) {
  const auto start = std::chrono::steady_clock::now();
  compute();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Work in this process: `compute` fills a Result that stays from run to run, and `digest` reads it.
template <class Result, class Compute, class Read>
Work workOf(Result start, Compute compute, Read digest, Threads threads) {
  const auto result = std::make_shared<Result>(std::move(start));
  return {[=] { return secondsOf([&] { compute(*result); }); }, [=] { return digest(*result); }, threads};
}

using Kernels = std::map<std::string, std::function<Work(const Task&)>>;

/// A library to compare with, and each kernel that it has, as somebody who knows the library would write it.
struct Peer {
  std::string name;                                  ///< as the tables have it
  std::string packages;                              ///< of Debian, that bring it
  std::function<void(int)> useThreads = [](int) {};  ///< for all its work from now on
  Kernels kernels = {};                              ///< none: it is not installed. The task outlives the work.
};
/// What a compiler prints that lowers and does no more (direct_loops.h); always there.
Peer directLoops();
Peer eigen();
Peer graphBlas();
Peer sciPy();
Peer librsb();

}  // namespace stardust::bench
