#include "stardust/format.h"

#include "errors/failure.h"

using namespace stardust;

TEST_CASE("a mode order must be a permutation") {
  for (const auto& order : std::vector<std::vector<int>>{{0, 0}, {0, 2}, {-1, 0}})
    failsWith(Family::User, "is not a permutation of 0,1", [&] { Format({dense, compressed}, order); });
  failsWith(Family::User, "format \"ds\" has 2 levels, but its mode order 0 names 1", [] {
    Format({dense, compressed}, {0});
  });
}

TEST_CASE("a singleton level needs a non-unique level or a singleton above it") {
  failsWith(Family::User, "level 0 of format \"q\" is a singleton (q) with no level above it",
            [] { Format({singleton}); });
  failsWith(Family::User, "level 1 of format \"dq\" is a singleton (q) below a level 'd'", [] {
    Format({dense, singleton});
  });
  failsWith(Family::User, "COO is \"uq\"", [] { Format({compressed, singleton}); });
}

TEST_CASE("a run-length level is the innermost one") {
  failsWith(Family::User, "level 0 of format \"rd\" is run-length (r) above a level 'd'", [] {
    Format({runLength, dense});
  });
  failsWith(Family::User, "make it the innermost level, or use d", [] { Format({dense, runLength, compressed}); });
}

TEST_CASE("asking for a mode that a format lacks is our own mistake") {
  CHECK_THROWS_AS(Format({dense}).levelOfMode(1), Error);
}
