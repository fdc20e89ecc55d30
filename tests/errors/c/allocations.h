// Allocations of this test program that fail when asked to, as where memory is used up.
#pragma once

#include <atomic>

namespace stardust::tests {

/// How many succeed from now on; negative: any number. After one that failed, all succeed again.
extern std::atomic<long> allocationsLeft;

}  // namespace stardust::tests
