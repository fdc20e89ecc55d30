// What memory gives, as a bound to hold the kernels against.
#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "measure.h"

namespace stardust::bench {
namespace {

constexpr double bytesRead = 2e9;  ///< by each thread, so that starting threads does not count
constexpr int sweeps = 5;

// Eight sums at a time, so that additions do not wait for each other.
double sumOf(const double* begin, const double* end) {
  double lanes[8] = {};
  for (; end - begin >= 8; begin += 8)
    for (int l = 0; l < 8; ++l) lanes[l] += begin[l];
  return std::accumulate(lanes, lanes + 8, 0.0);
}

}  // namespace

double readBandwidth(double bytes, int threads) {
  const auto count = std::max<std::size_t>(1024, static_cast<std::size_t>(bytes / sizeof(double)) / static_cast<std::size_t>(threads));
  const auto rounds = std::max<std::size_t>(1, static_cast<std::size_t>(bytesRead / static_cast<double>(threads * sizeof(double) * count)));
  std::vector<std::vector<double>> arrays(static_cast<std::size_t>(threads));
  std::vector<double> sums(arrays.size()), rates;
  const auto everywhere = [&](const auto& work) {
    std::vector<std::thread> all;
    for (std::size_t t = 0; t < arrays.size(); ++t) all.emplace_back([&, t] { work(t); });
    for (auto& thread : all) thread.join();
  };
  everywhere([&](std::size_t t) { arrays[t].assign(count, 1.0); });
  for (int n = 0; n < sweeps; ++n) {
    const auto start = std::chrono::steady_clock::now();
    everywhere([&](std::size_t t) {
      for (std::size_t r = 0; r < rounds; ++r) sums[t] += sumOf(arrays[t].data(), arrays[t].data() + count);
    });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    rates.push_back(static_cast<double>(rounds * count * sizeof(double)) * threads / seconds);
  }
  return sums[0] >= 0 ? *std::max_element(rates.begin(), rates.end()) : 0;  // the sums are read, so they are computed
}

}  // namespace stardust::bench
