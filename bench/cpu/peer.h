// The contenders in the benchmark of the CPU back end: our kernels, and each installed library.
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

/// A storage-independent digest of a result, sufficient to compare two results.
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
  std::string searched = {};  ///< the operand that is only searched at the others' coordinates; empty: none

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

/// A prepared task that can be computed repeatedly.
struct Work {
  std::function<double()> run;     ///< runs once; returns the seconds
  std::function<Digest()> digest;  ///< of the last run
  Threads threads = Threads::Parallel;
};

template <class Compute>
double secondsOf(const Compute& compute) {
  const auto start = std::chrono::steady_clock::now();
  compute();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Work in this process: `compute` fills a Result that persists between runs, and `digest` reads it.
template <class Result, class Compute, class Read>
Work workOf(Result start, Compute compute, Read digest, Threads threads) {
  const auto result = std::make_shared<Result>(std::move(start));
  return {[=] { return secondsOf([&] { compute(*result); }); }, [=] { return digest(*result); }, threads};
}

using Kernels = std::map<std::string, std::function<Work(const Task&)>>;

/// A library to compare with, and its kernels, as an expert user of the library would write them.
struct Peer {
  std::string name;                                  ///< as in the tables
  std::string install;                               ///< the command that installs it
  std::function<void(int)> useThreads = [](int) {};  ///< for all its further work
  Kernels kernels = {};                              ///< none: it is not installed. The task must outlive the work.
  std::string version = {};                          ///< where it is known
};
/// The code of a compiler that only lowers (direct_loops.h); always available.
Peer directLoops();
Peer eigen();
Peer graphBlas();
Peer sciPy();
Peer mkl();
Peer librsb();

}  // namespace stardust::bench
