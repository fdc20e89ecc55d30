// Memory bandwidth, as a bound for the kernels.
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <thread>

#include "measure.h"

namespace stardust::bench {
namespace {

constexpr double bytesRead = 2e9;  ///< by each thread, so that thread creation does not count
constexpr int sweeps = 5;

constexpr std::ptrdiff_t lane = 8, lanes = 4, ahead = 512;  ///< in elements; `ahead` as in our kernels

// Several independent sums, so that additions do not wait for each other, with software prefetch: a plain loop gets
// less bandwidth.
double sumOf(const double* begin, const double* end) {
  double sums[lanes * lane] = {};
  for (; end - begin >= lanes * lane; begin += lanes * lane)
    for (std::ptrdiff_t l = 0; l < lanes; ++l) {
      __builtin_prefetch(
          reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(begin + l * lane) + ahead * sizeof(double)));
      for (std::ptrdiff_t n = 0; n < lane; ++n) sums[l * lane + n] += begin[l * lane + n];
    }
  return std::accumulate(sums, sums + lanes * lane, 0.0);
}

struct Free {
  void operator()(double* data) const { std::free(data); }
};
/// The part of a thread; in huge pages if they are available, as operands are.
class Part {
 public:
  explicit Part(std::size_t count) : count_(count) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t bytes = (count * sizeof(double) + page - 1) / page * page;
    data_.reset(static_cast<double*>(std::aligned_alloc(page, bytes)));
    if (!data_) throw std::bad_alloc();
    madvise(data_.get(), bytes, MADV_HUGEPAGE);
    std::fill_n(data_.get(), count, 1.0);
  }
  double sum() const { return sumOf(data_.get(), data_.get() + count_); }

 private:
  std::size_t count_;
  std::unique_ptr<double, Free> data_;
};

}  // namespace

double readBandwidth(double bytes, int threads) {
  const auto count =
      std::max<std::size_t>(1024, static_cast<std::size_t>(bytes / sizeof(double)) / static_cast<std::size_t>(threads));
  const auto rounds = std::max<std::size_t>(
      1, static_cast<std::size_t>(bytesRead / static_cast<double>(threads * sizeof(double) * count)));
  std::vector<std::optional<Part>> arrays(static_cast<std::size_t>(threads));
  std::vector<double> sums(arrays.size()), rates;
  const auto everywhere = [&](const auto& work) {
    std::vector<std::thread> all;
    for (std::size_t t = 0; t < arrays.size(); ++t) all.emplace_back([&, t] { work(t); });
    for (auto& thread : all) thread.join();
  };
  everywhere([&](std::size_t t) { arrays[t].emplace(count); });
  for (int n = 0; n < sweeps; ++n) {
    const auto start = std::chrono::steady_clock::now();
    everywhere([&](std::size_t t) {
      for (std::size_t r = 0; r < rounds; ++r) sums[t] += arrays[t]->sum();
    });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    rates.push_back(static_cast<double>(rounds * count * sizeof(double)) * threads / seconds);
  }
  return sums[0] >= 0 ? *std::max_element(rates.begin(), rates.end()) : 0;  // uses the sums, so that they are computed
}

Work reading(double bytes, int threads) {
  const auto parts = static_cast<std::size_t>(threads);
  const auto arrays = std::make_shared<std::vector<Part>>();
  for (std::size_t n = 0; n < parts; ++n)
    arrays->emplace_back(std::max<std::size_t>(1, static_cast<std::size_t>(bytes / sizeof(double)) / parts));
  const auto sum = std::make_shared<double>(0);
  const auto read = [arrays, sum, parts] {
    double all = 0;
#pragma omp parallel for num_threads(static_cast <int>(parts)) schedule(static, 1) reduction(+ : all)
    for (std::size_t n = 0; n < parts; ++n) all += (*arrays)[n].sum();
    *sum = all;
  };
  return {[read] { return secondsOf(read); }, [sum] { return digestOf(*sum); }};
}

}  // namespace stardust::bench
