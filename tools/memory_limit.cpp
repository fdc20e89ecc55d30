#include "memory_limit.h"

#include <sys/resource.h>

#include <cstdint>

#include "driver/memory.h"

namespace stardust::tools {

void limitMemory() {
  const std::uint64_t left = driver::availableMemory(), data = driver::dataMemory();
  constexpr std::uint64_t most = std::uint64_t{1} << 46;  // an instrumented program reserves more than that, and uses little of it
  if (left >= most || data >= most) return;
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const rlim_t wanted = data + left - left / 32;  // the rest is for the system itself
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace stardust::tools
