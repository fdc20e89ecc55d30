#include "memory_limit.h"

#include <sys/resource.h>

#include <algorithm>

#include "driver/memory.h"

namespace stardust::tools {
namespace {

// The memory limit of this process; 0 if it is unknown.
std::uint64_t wantedLimit() {
  const std::uint64_t left = driver::freeMemory().bytes, data = driver::dataMemory();
  constexpr std::uint64_t atStart = std::uint64_t{1} << 40, unknown = std::numeric_limits<std::uint64_t>::max();
  if (left == unknown || data >= atStart)
    return 0;                      // an instrumented program reserves terabytes, and uses little of them
  return data + left - left / 32;  // a reserve for the system
}

}  // namespace

void limitMemory(std::uint64_t most) {
  rlimit limit{};
  const std::uint64_t free = wantedLimit();
  if (free == 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const rlim_t wanted = std::min(free, most);
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_DATA, &limit);
}

Share shareMemory(int runs) {
  constexpr std::uint64_t toRun = std::uint64_t{256} << 20;  // a small kernel, with its threads
  const std::uint64_t all = wantedLimit();
  if (all == 0) return {runs, 0};
  const auto most = static_cast<int>(std::clamp<std::uint64_t>(all / toRun, 1, 1 << 20));
  const int atATime = std::min(runs, most);
  return {atATime, std::max(all / static_cast<std::uint64_t>(atATime), leastMemory)};
}

}  // namespace stardust::tools
