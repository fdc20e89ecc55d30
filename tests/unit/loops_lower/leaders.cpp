// The levels that lead a loop over a contraction set.
#include "loops/lower/leaders.h"

#include <doctest/doctest.h>

#include "tensor/storage.h"

using namespace stardust;
using iteration::Combination;
using iteration::LevelIterator;
using iteration::Set;
using iteration::SetNode;

namespace {

LevelIterator levelOf(const char* name) {
  notation::TensorVar tensor;
  tensor.name = name;
  tensor.format = Format({compressed});
  return {{tensor, {"i"}}, 0};
}
Set level(const char* name) { return Set(SetNode{levelOf(name)}); }
Set both(const Set& a, const Set& b) { return combine(Combination::Op::Intersection, a, b); }
Set either(const Set& a, const Set& b) { return combine(Combination::Op::Union, a, b); }

std::string namesOf(const std::vector<LevelIterator>& levels) {
  std::string names;
  for (const LevelIterator& level : levels) names += level.access.tensor.name;
  return names;
}
/// The levels of the tensors that `unchanged` lists do not change in the loop.
std::string leaders(const Set& set, const std::string& unchanged = {}) {
  const auto found = loops::leadersOf(
      set, [&](const LevelIterator& level) { return unchanged.find(level.access.tensor.name) != std::string::npos; });
  return found ? namesOf(*found) : "none";
}

}  // namespace

TEST_CASE("a union is led by both sides, an intersection by the side with fewer levels") {
  const Set b = level("B"), c = level("C"), d = level("D");
  CHECK(leaders(b) == "B");
  CHECK(leaders(either(b, c)) == "BC");
  CHECK(leaders(both(b, c)) == "B");
  CHECK(leaders(both(either(b, c), d)) == "D");
  CHECK(leaders(either(both(b, c), d)) == "BD");
  CHECK(leaders(either(b, both(b, c))) == "B");
}

TEST_CASE("of two sides of one size, the one with fewer levels that do not change leads") {
  const Set b = level("B"), c = level("C"), d = level("D");
  CHECK(leaders(both(b, c), "B") == "C");
  CHECK(leaders(both(b, c), "C") == "B");
  CHECK(leaders(both(b, c), "BC") == "B");
  CHECK(leaders(both(either(b, c), d), "D") == "D");
}

TEST_CASE("the universe is led by no level, unless an intersection has another side") {
  const Set all = iteration::universe(), b = level("B");
  CHECK(leaders(all) == "none");
  CHECK(leaders(either(all, b)) == "none");
  CHECK(leaders(both(all, b)) == "B");
  CHECK(leaders(both(b, all)) == "B");
}

TEST_CASE("all levels of a set, each once") {
  const Set b = level("B"), c = level("C");
  CHECK(namesOf(loops::levelsOf(both(either(b, c), either(c, b)))) == "BC");
  CHECK(loops::levelsOf(iteration::universe()).empty());
}
