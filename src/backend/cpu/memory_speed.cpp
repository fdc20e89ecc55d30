#include "backend/cpu/memory_speed.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <functional>
#include <limits>
#include <vector>

#include "backend/cpu/runtime/clock.h"
#include "backend/cpu/runtime/stardust_threads.h"
#include "tensor/huge_pages.h"

namespace stardust::cpu {
namespace {

using Seconds = std::chrono::duration<double>;
using Work = std::function<std::uint64_t(std::uint64_t part)>;

struct alignas(64) Line {
  std::uint64_t next, unused[7];
};
static_assert(sizeof(Line) == 64);

/// Runs the parts of some work on the threads of the pool, as a kernel does.
class Round {
 public:
  Round(std::uint64_t first, std::uint64_t parts, const Work& work) : next_(first), end_(first + parts), work_(work) {}

  double secondsOn(int threads) {
    const auto start = std::chrono::steady_clock::now();
    stardust_parallel(
        threads, [](void* round) { static_cast<Round*>(round)->takeParts(); }, this);
    return Seconds(std::chrono::steady_clock::now() - start).count();
  }

 private:
  void takeParts() {
    std::uint64_t sum = 0;
    for (std::uint64_t part; (part = next_.fetch_add(1)) < end_;) sum += work_(part);
    result_ += sum;  // so that no load is superfluous
  }

  std::atomic<std::uint64_t> next_, result_ = 0;
  const std::uint64_t end_;
  const Work& work_;
};

/// The least time of several rounds, after one that warms up: other processes disturb some of them. Each round has
/// parts of its own.
double least(int threads, std::uint64_t parts, const Work& work) {
  constexpr int fewest = 4, most = 64;
  constexpr double enough = 5e-3;  // seconds
  double best = std::numeric_limits<double>::infinity(), all = 0;
  for (int n = 0; n <= most && (n <= fewest || all < enough); ++n) {
    const double seconds = Round(static_cast<std::uint64_t>(n) * parts, parts, work).secondsOn(threads);
    all += seconds;
    if (n > 0) best = std::min(best, seconds);
  }
  return best;
}

std::vector<Line> linesFor(std::uint64_t count) {
  std::vector<Line> lines(count);
  moveToHugePages(lines);
  return lines;
}

std::int64_t measured(std::int64_t bytes) { return std::clamp(bytes, std::int64_t{1} << 14, mostMeasured); }

[[gnu::always_inline]] inline std::uint64_t sumInVectors(const Line* begin, const Line* end) {
  using Vector [[gnu::vector_size(64), gnu::may_alias]] = std::uint64_t;
  Vector sums[4] = {};
  for (const Line* line = begin; line < end; line += 4)
    for (int n = 0; n < 4; ++n) sums[n] += *reinterpret_cast<const Vector*>(line + n);
  const Vector all = sums[0] + sums[1] + sums[2] + sums[3];
  std::uint64_t total = 0;
  for (int n = 0; n < 8; ++n) total += all[n];
  return total;
}

// A kernel is compiled for this processor, so the memory is measured with the widest vectors, too.
#ifdef __x86_64__
[[gnu::target("avx512f")]] std::uint64_t sumInZmm(const Line* begin, const Line* end) {
  return sumInVectors(begin, end);
}
[[gnu::target("avx2")]] std::uint64_t sumInYmm(const Line* begin, const Line* end) { return sumInVectors(begin, end); }
#endif

std::uint64_t sumOf(const Line* begin, const Line* end) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) return sumInZmm(begin, end);
  if (__builtin_cpu_supports("avx2")) return sumInYmm(begin, end);
#endif
  return sumInVectors(begin, end);
}

}  // namespace

double streamSpeed(std::int64_t bytes, int threads) {
  constexpr std::uint64_t part = 256, fewest = 256;  // lines of a part; parts of a round, at least
  const std::uint64_t parts = static_cast<std::uint64_t>(measured(bytes)) / sizeof(Line) / part;
  const std::vector<Line> lines = linesFor(parts * part);
  const std::uint64_t round = std::max(parts, fewest);
  const double seconds = least(threads, round, [&](std::uint64_t n) {
    const Line* begin = lines.data() + n % parts * part;
    return sumOf(begin, begin + part);
  });
  return static_cast<double>(round * part * sizeof(Line)) / seconds;
}

LoadTimes loadTimes(std::int64_t bytes, int threads) {
  constexpr std::uint64_t loads = 1024, parts = 64;
  constexpr std::uint64_t spread = 0x9E3779B97F4A7C15;  // its multiples are spread over all numbers
  const std::uint64_t count = std::bit_floor(static_cast<std::uint64_t>(measured(bytes)) / sizeof(Line));
  std::vector<Line> lines = linesFor(count);
  for (std::uint64_t n = 0; n < count; ++n)  // one cycle through all lines, in an order that no processor foresees
    lines[n].next = (n * 1103515245 + 12345) % count;
  const int shift = 64 - std::countr_zero(count);
  const auto randomLine = [&](std::uint64_t n) { return n * spread >> shift; };
  LoadTimes times;
  times.dependent = least(threads, parts, [&](std::uint64_t part) {
    std::uint64_t at = randomLine(part);
    for (std::uint64_t n = 0; n < loads; ++n) at = lines[at].next;
    return at;
  });
  times.overlapping = least(threads, parts, [&](std::uint64_t part) {
    std::uint64_t sum = 0;
    for (std::uint64_t n = part * loads; n < (part + 1) * loads; ++n) sum += lines[randomLine(n)].next;
    return sum;
  });
  times.dependent /= loads * parts;
  times.overlapping /= loads * parts;
  return times;
}

double clockTime() {
  constexpr std::uint64_t reads = 1000, parts = 8;
  return least(1, parts,
               [](std::uint64_t) {
                 std::int64_t sum = 0;
                 for (std::uint64_t n = 0; n < reads; ++n) sum += clock_ticks();
                 return static_cast<std::uint64_t>(sum);
               }) /
         (reads * parts);
}

}  // namespace stardust::cpu
