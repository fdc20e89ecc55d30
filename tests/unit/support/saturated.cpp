// Sums and products that stop instead of overflowing.
#include "support/saturated.h"

#include <doctest/doctest.h>

#include <limits>

using namespace stardust::saturated;

TEST_CASE("sums and products stop at the farthest number, with their sign") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(plus(2, 3) == 5);
  CHECK(plus(farthest, farthest) == farthest);
  CHECK(plus(-farthest, -farthest) == -farthest);
  CHECK(times(-4, 5) == -20);
  CHECK(times(most, 2) == farthest);
  CHECK(times(most, -2) == -farthest);
  CHECK(times(-farthest, -farthest) == farthest);
}
