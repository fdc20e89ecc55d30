#include "memory_limit.h"

#include <sys/resource.h>

#include <algorithm>
#include <limits>

#include "driver/memory.h"

namespace stardust::tools {
namespace {

// What this process may take in all; 0 where that cannot be said.
std::uint64_t wantedLimit() {
  const std::uint64_t left = driver::availableMemory(), data = driver::dataMemory();
  constexpr std::uint64_t atStart = std::uint64_t{1} << 40, unknown = std::numeric_limits<std::uint64_t>::max();
  if (left == unknown || data >= atStart)
    return 0;                      // an instrumented program reserves terabytes, and uses little of them
  return data + left - left / 32;  // the rest is for the system itself
}

}  // namespace

void limitMemory() {
  rlimit limit{};
  const rlim_t wanted = wantedLimit();
  if (wanted == 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_DATA, &limit);
}

std::uint64_t memoryOfEach(int runs) {
  constexpr std::uint64_t toStart = std::uint64_t{256} << 20;  // with less, not even a message can be made
  const std::uint64_t all = wantedLimit();
  return all == 0 ? 0 : std::max(all / static_cast<std::uint64_t>(runs), toStart);
}

}  // namespace stardust::tools
