#include "memory_limit.h"

#include <sys/resource.h>

#include <cstdint>
#include <limits>

#include "driver/memory.h"

namespace stardust::tools {

void limitMemory() {
  const std::uint64_t left = driver::availableMemory(), data = driver::dataMemory();
  constexpr std::uint64_t atStart = std::uint64_t{1} << 40, unknown = std::numeric_limits<std::uint64_t>::max();
  if (left == unknown || data >= atStart)
    return;  // an instrumented program reserves terabytes, and uses little of them
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const rlim_t wanted = data + left - left / 32;  // the rest is for the system itself
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace stardust::tools
