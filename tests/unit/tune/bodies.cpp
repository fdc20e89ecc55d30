// The search for a number of bodies: few predictions, and the best of what it sees.
#include "tune/bodies.h"

#include <doctest/doctest.h>

#include <set>

namespace stardust::tune {
namespace {

/// Programs whose cycles fall with the bodies, of which the first `fitting` fit.
struct Falling {
  std::size_t fitting;
  std::set<std::size_t> tried = {};

  std::optional<double> operator()(std::size_t at) {
    CHECK(tried.insert(at).second);  // nothing is predicted twice
    if (at >= fitting) return std::nullopt;
    return 100 - static_cast<double>(at);
  }
};

TEST_CASE("the most bodies that fit are found from every start, with few predictions") {
  constexpr std::size_t count = 20;
  for (std::size_t fitting = 0; fitting <= count; ++fitting)
    for (std::size_t start = 0; start < count; ++start) {
      CAPTURE(fitting);
      CAPTURE(start);
      Falling programs{fitting};
      const auto best = bestBodies(count, start, std::ref(programs));
      CHECK(best.has_value() == (fitting > 0));
      if (best) CHECK(best->at == fitting - 1);
      CHECK(programs.tried.size() <= 10);
    }
}

TEST_CASE("bodies that gain nothing end the search upwards") {
  std::size_t tries = 0;
  const auto flat = [&](std::size_t) {
    ++tries;
    return std::optional(7.0);
  };
  const auto best = bestBodies(20, 4, flat);
  REQUIRE(best);
  CHECK(best->at == 4);
  CHECK(tries == 2);
}

TEST_CASE("one number of bodies is enough for a search") {
  CHECK(!bestBodies(1, 0, [](std::size_t) { return std::optional<double>(); }));
  CHECK(bestBodies(1, 0, [](std::size_t) { return std::optional(3.0); })->cycles == 3);
}

}  // namespace
}  // namespace stardust::tune
