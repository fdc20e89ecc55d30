// Allocations of this test program that fail on request, as when memory is exhausted.
#pragma once

#include <atomic>

namespace stardust::tests {

/// Number of further successful allocations; negative: unlimited. After a failure, all allocations succeed again.
extern std::atomic<long> allocationsLeft;

}  // namespace stardust::tests
