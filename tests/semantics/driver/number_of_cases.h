// How many random cases a test runs, and which.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace stardust::tests {

/// STARDUST_CASES and STARDUST_SEED select other cases than the suite's.
inline int casesToRun(int otherwise) {
  const char* asked = std::getenv("STARDUST_CASES");
  return asked ? std::atoi(asked) : otherwise;
}
inline std::uint64_t seedToUse() {
  const char* asked = std::getenv("STARDUST_SEED");
  return asked ? std::strtoull(asked, nullptr, 10) : 1;
}

}  // namespace stardust::tests
