// The loops of a statement and the levels of its accesses, as every lowering sees them.
#include <doctest/doctest.h>

#include "located/located_levels.h"
#include "located/located_loops.h"

namespace stardust::located {
namespace {

using notation::Access;
using notation::IndexVar;
using Names = std::vector<std::string>;

Access accessOf(const std::string& name, const std::vector<IndexVar>& indices, const Format& format) {
  Access access;
  access.tensor.name = name;
  access.tensor.format = format;
  access.indices = indices;
  return access;
}

Format ofLevels(const std::vector<LevelFormat>& levels, const std::vector<int>& modes) {
  return Format(levels, modes, offChip);
}

const Format csr = ofLevels({dense, compressed}, {0, 1}), csc = ofLevels({dense, compressed}, {1, 0}),
             vector = ofLevels({dense}, {0});

cin::Stmt product(const Format& format) {
  const Access a = accessOf("A", {"i", "j"}, format), x = accessOf("x", {"j"}, vector),
               y = accessOf("y", {"i"}, vector);
  return cin::assign(y, operators::add,
                     notation::binary(operators::multiply, notation::access(a.tensor, a.indices),
                                      notation::access(x.tensor, x.indices)));
}

TEST_CASE("a level is located where its coordinate and all those above are known") {
  const Access a = accessOf("A", {"i", "j"}, csr), transposed = accessOf("A", {"i", "j"}, csc);
  const auto only = [](const IndexVar& known) { return [known](const IndexVar& var) { return var == known; }; };
  CHECK(levelsLocated(a, only("i")) == 1);
  CHECK(levelsLocated(a, only("j")) == 0);
  CHECK(levelsLocated(transposed, only("j")) == 1);
  CHECK(levelsLocated(a, [](const IndexVar&) { return true; }) == 2);
  const auto depthOf = [](const IndexVar& var) { return var == "i" ? 1 : 2; };
  CHECK(depthsOfLevels(a, depthOf) == std::vector<int>{1, 2});
  CHECK(depthsOfLevels(transposed, depthOf) == std::vector<int>{2, 2});
}

TEST_CASE("a loop follows the level that it can reach, and skips what that does not store") {
  const auto inOrder = loopsIn(cin::forall(Names{"i", "j"}, product(csr)), {});
  REQUIRE(inOrder.size() == 2);
  CHECK_FALSE(inOrder[0].skips());
  CHECK(inOrder[1].skips());
  CHECK(inOrder[1].around == Names{"i"});
  CHECK(iteration::print(inOrder[1].set) == "A2 ∩ U");
  // The level of j is below that of i, which is not known yet.
  const auto outOfOrder = loopsIn(cin::forall(Names{"j", "i"}, product(csr)), {});
  CHECK_FALSE(outOfOrder[0].skips());
}

TEST_CASE("what a split derives is known in the body of its inner loop") {
  const cin::Stmt stmt =
      cin::suchThat(cin::forall(Names{"io", "ii", "j"}, product(csr)), {cin::SplitUp{"i", "io", "ii", 4}});
  const auto loops = loopsIn(stmt, {});
  REQUIRE(loops.size() == 3);
  CHECK(loops[0].derived.empty());
  REQUIRE(loops[1].derived.size() == 1);
  CHECK(loops[1].derived[0].var == "i");
  CHECK(loops[2].known == std::set<IndexVar>{"i", "ii", "io"});
  CHECK(loops[2].skips());
}

TEST_CASE("a map says the factor of the loop right inside it") {
  const cin::Stmt stmt = cin::forall("i", cin::map(cin::forall("j", product(csr)), "Spatial", "Reduction", 4));
  const auto loops = loopsIn(stmt, {});
  REQUIRE(loops.size() == 2);
  CHECK(loops[0].factor == 0);
  CHECK(loops[1].factor == 4);
}

TEST_CASE("levels that store their coordinates, and the dense ones behind the last of them") {
  CHECK(notation::storedLevels(csr) == std::vector<int>{1});
  CHECK(notation::denseTail(csr) == 2);
  CHECK(notation::denseTail(ofLevels({compressed, dense, dense}, {0, 1, 2})) == 1);
  CHECK(notation::denseTail(vector) == 0);
  CHECK(notation::varsOfLevels(accessOf("A", {"i", "j"}, csc)) == Names{"j", "i"});
}

}  // namespace
}  // namespace stardust::located
