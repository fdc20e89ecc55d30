// Known values at a statement.
#include "loops/lower/scope.h"

#include <doctest/doctest.h>

using namespace stardust;
using loops::Scope;

namespace {

notation::Access access(const char* name, std::vector<std::string> indices) {
  notation::TensorVar tensor;
  tensor.name = name;
  tensor.format = indices.size() == 1 ? Format({compressed}) : Format({compressed, compressed});
  return {tensor, std::move(indices)};
}

}  // namespace

TEST_CASE("all occurrences of an access have the same place, and other accesses of the tensor have others") {
  Scope scope;
  scope.places[access("B", {"i", "j"})].push_back({loops::index(3)});
  CHECK(scope.places.depthOf(access("B", {"i", "j"})) == 1);
  CHECK_FALSE(scope.places.isLocated(access("B", {"i", "j"})));
  CHECK(scope.places.find(access("B", {"j", "i"})) == nullptr);
  CHECK(scope.places.depthOf(access("C", {"i", "j"})) == 0);
  scope.places[access("B", {"i", "j"})].push_back({loops::index(5)});
  CHECK(scope.places.isLocated(access("B", {"i", "j"})));
  CHECK(loops::constant(parentOf(access("B", {"i", "j"}), 2, scope).at) == 5);
  CHECK(loops::constant(parentOf(access("B", {"i", "j"}), 0, scope).at) == 0);
  scope.places.forget(access("B", {"i", "j"}));
  CHECK(scope.places.find(access("B", {"i", "j"})) == nullptr);
  CHECK_THROWS_AS(parentOf(access("B", {"i", "j"}), 1, scope), Error);
}

TEST_CASE("a place is visited by all iterations if no loop inside skips any and no guard was passed") {
  Scope scope;
  scope.enter("i");
  CHECK_FALSE(scope.visitsAll(0, 0));
  CHECK(scope.visitsAll(1, 0));
  scope.enter("j", true);
  CHECK(scope.visitsAll(1, 0));
  ++scope.guards;
  CHECK_FALSE(scope.visitsAll(1, 0));
  CHECK(scope.visitsAll(1, 1));
}

TEST_CASE("a loop over coordinates has the name that the schedule has for it") {
  Scope scope;
  CHECK(scope.scheduledAs("j") == "j");
  scope.scheduled["j"] = "jp";
  CHECK(scope.scheduledAs("j") == "jp");
}
