#include "stardust/format.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "support/diagnostic.h"

using namespace stardust;

namespace {

std::string userError(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::User);
    return error.what();
  }
  FAIL("no error");
  return {};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a mode order must be a permutation") {
  for (const auto& order : std::vector<std::vector<int>>{{0, 0}, {0, 2}, {-1, 0}})
    CHECK(has(userError([&] { Format({dense, compressed}, order); }), "is not a permutation of 0,1"));
  CHECK(has(userError([] {
              Format({dense, compressed}, {0});
            }),
            "format \"ds\" has 2 levels, but its mode order 0 names 1"));
}

TEST_CASE("a singleton level needs a non-unique level or a singleton above it") {
  CHECK(
      has(userError([] { Format({singleton}); }), "level 0 of format \"q\" is a singleton (q) with no level above it"));
  CHECK(has(userError([] {
              Format({dense, singleton});
            }),
            "level 1 of format \"dq\" is a singleton (q) below a level 'd'"));
  CHECK(has(userError([] { Format({compressed, singleton}); }), "COO is \"uq\""));
}

TEST_CASE("asking for a mode that a format lacks is our own mistake") {
  CHECK_THROWS_AS(Format({dense}).levelOfMode(1), Error);
}
