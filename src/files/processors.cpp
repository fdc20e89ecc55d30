#include "files/processors.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <thread>

#include "files/control_groups.h"

namespace stardust {
namespace {

// The kernel refuses a set smaller than its own, which may exceed cpu_set_t.
int allowedByAffinity() {
  constexpr int most = 1 << 20;
  for (int count = CPU_SETSIZE; count <= most; count *= 2) {
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(CPU_ALLOC(static_cast<std::size_t>(count)),
                                                               [](cpu_set_t* allocated) { CPU_FREE(allocated); });
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(count));
    if (set && sched_getaffinity(0, bytes, set.get()) == 0) return CPU_COUNT_S(bytes, set.get());
    if (!set || errno != EINVAL) break;
  }
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

int usableProcessors(const std::filesystem::path& root) {
  const double allowed = std::min(static_cast<double>(allowedByAffinity()), processorQuota(root));
  return std::max(1, static_cast<int>(allowed));
}

}  // namespace stardust
