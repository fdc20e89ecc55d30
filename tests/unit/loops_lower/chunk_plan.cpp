// Bounds on the size of a result's level, derived from a single loop.
#include "loops/lower/chunk_plan.h"

#include <doctest/doctest.h>

using namespace stardust;
using iteration::LevelIterator;
using loops::boundBy;

namespace {

notation::Access access(const char* name, std::vector<std::string> indices, bool workspace = false) {
  notation::TensorVar tensor;
  tensor.name = name;
  tensor.workspace = workspace;
  tensor.format = indices.size() == 1 ? Format({compressed}) : Format({compressed, compressed});
  return {tensor, std::move(indices)};
}
loops::Scope inside(const std::vector<std::string>& path) {
  loops::Scope scope;
  for (const std::string& var : path) scope.enter(var);
  return scope;
}

}  // namespace

TEST_CASE("a loop over all coordinates is bounded by the extent alone") {
  const auto bound = boundBy({}, "j", inside({"i"}), {});
  REQUIRE(bound);
  CHECK(bound->everywhere);
}

TEST_CASE("positions below the coordinates of all loops around are visited once each") {
  const LevelIterator B{access("B", {"i", "j"}), 1};
  const auto bound = boundBy({B}, "j", inside({"i"}), {});
  REQUIRE(bound);
  CHECK(bound->once.size() == 1);
  CHECK(bound->perFiber.empty());
}

TEST_CASE("an outermost level is visited once for each fiber of the result") {
  const LevelIterator x{access("x", {"j"}), 0};
  const auto bound = boundBy({x}, "j", inside({"i"}), {});
  REQUIRE(bound);
  CHECK(bound->once.empty());
  CHECK(bound->perFiber.size() == 1);
}

TEST_CASE("nothing is known of a level that is visited several times, but not once for each fiber") {
  const LevelIterator B{access("B", {"k", "j"}), 1};
  CHECK_FALSE(boundBy({B}, "j", inside({"i", "k"}), {}));
}

TEST_CASE("a workspace is a bound by itself, and where no relation changes what its loops count") {
  const LevelIterator w{access("w", {"j"}, true), 0}, x{access("x", {"j"}), 0};
  const auto bound = boundBy({w}, "j", inside({"i"}), {});
  REQUIRE(bound);
  CHECK(bound->workspace == "w");
  CHECK_FALSE(boundBy({w, x}, "j", inside({"i"}), {}));
  loops::StatementFacts split;
  split.relations.push_back(cin::SplitUp{"i", "io", "ii", 4});
  CHECK_FALSE(boundBy({w}, "j", inside({"i"}), split));
}
