#include "cin/derived.h"

#include <doctest/doctest.h>

using namespace stardust;
using namespace stardust::cin;

namespace {

using Values = std::map<IndexVar, std::int64_t>;

// The values of all variables at one point of the loops, computed as a lowering does from the definitions; none beyond
// an extent.
std::optional<Values> computed(const std::vector<Derived>& derived, Values values) {
  for (const Derived& d : derived) {
    values[d.var] = match(
        d.definition, [&](const Combined& c) { return values.at(c.outer) * c.stride + values.at(c.inner); },
        [&](const Stored& s) { return values.at(s.position); },
        [&](const Quotient& q) { return values.at(q.fused) / q.divisor; },
        [&](const Remainder& r) { return values.at(r.fused) % r.divisor; },
        [&](const stardust::cin::Computed& c) {
          std::int64_t sum = c.index.constant;
          for (const auto& term : c.index.terms) sum += term.factor * values.at(term.name);
          return sum;
        });
    if (d.guarded && values[d.var] >= d.extent) return std::nullopt;
  }
  return values;
}

// The number of visits of each point (i, j) by the loops, which must be one.
std::map<std::pair<std::int64_t, std::int64_t>, int> visits(const std::vector<Relation>& relations,
                                                            const std::vector<IndexVar>& loops, Extents extents) {
  extents = withDerived(relations, std::move(extents));
  const auto derived = derivedVars(relations, loops, extents);
  std::map<std::pair<std::int64_t, std::int64_t>, int> count;
  std::vector<Values> points = {{}};
  for (const IndexVar& loop : loops) {
    std::vector<Values> next;
    for (const Values& point : points)
      for (std::int64_t value = 0; value < extents.at(loop); ++value) {
        next.push_back(point);
        next.back()[loop] = value;
      }
    points = next;
  }
  for (const Values& point : points)
    if (const auto all = computed(derived, point)) ++count[{all->at("i"), all->at("j")}];
  return count;
}

void checkCovers(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops) {
  for (const std::int64_t i : {1, 4, 7})
    for (const std::int64_t j : {1, 5, 6}) {
      CAPTURE(i);
      CAPTURE(j);
      const auto count = visits(relations, loops, {{"i", i}, {"j", j}});
      CHECK((static_cast<std::int64_t>(count.size()) == i * j));
      for (const auto& [point, times] : count) CHECK((times == 1 && point.first < i && point.second < j));
    }
}

}  // namespace

TEST_CASE("every point of the original loops is visited once, partial tiles included") {
  checkCovers({SplitUp{"i", "io", "ii", 3}}, {"io", "j", "ii"});
  checkCovers({SplitDown{"i", "io", "ii", 3}}, {"ii", "io", "j"});
  checkCovers({Fuse{"i", "j", "f"}}, {"f"});
  checkCovers({SplitUp{"i", "io", "ii", 4}, SplitDown{"ii", "iio", "iii", 3}, SplitUp{"io", "ioo", "ioi", 2}},
              {"ioo", "iii", "j", "ioi", "iio"});
  checkCovers({Fuse{"i", "j", "f"}, SplitUp{"f", "fo", "fi", 4}}, {"fo", "fi"});
  checkCovers({SplitUp{"i", "io", "ii", 4}, Fuse{"io", "j", "f"}, SplitDown{"f", "fo", "fi", 5}}, {"fo", "ii", "fi"});
  checkCovers({SplitUp{"i", "io", "ii", 100}}, {"io", "ii", "j"});
  checkCovers({Fuse{"i", "j", "f"}, Pos{"f", "p", "A", {"i", "j"}}, SplitUp{"p", "po", "pi", 4}}, {"po", "pi"});
}

TEST_CASE("definitions, where they become known, and their guards") {
  const std::vector<Relation> relations = {SplitUp{"i", "io", "ii", 16}, Setting{"innerPar", 4}, Fuse{"io", "j", "f"}};
  const Extents extents = withDerived(relations, {{"i", 100}, {"j", 5}});
  CHECK((extents.at("io") == 7 && extents.at("ii") == 16 && extents.at("f") == 35));
  const auto derived = derivedVars(relations, {"f", "k", "ii"}, extents);
  REQUIRE((derived.size() == 3));
  CHECK((derived[0].var == "io" && derived[0].at == "f" && std::get<Quotient>(derived[0].definition).divisor == 5));
  CHECK((derived[1].var == "j" && derived[1].at == "f" && std::get<Remainder>(derived[1].definition).divisor == 5));
  CHECK((derived[2].var == "i" && derived[2].at == "ii" && std::get<Combined>(derived[2].definition).stride == 16));
  CHECK((derived[2].guarded && derived[2].extent == 100 && !derived[0].guarded && !derived[1].guarded));
  CHECK((derived[2].loops == std::vector<IndexVar>{"f", "ii"}));
  CHECK((derivedHere(relations, {"f", "k"}, extents).empty()));
  CHECK((derivedHere(relations, {"f", "k", "ii"}, extents).size() == 1));
  CHECK((componentsOf(relations, {"f", "ii"}, "i") == std::vector<IndexVar>{"f", "ii"}));
  CHECK((componentsOf(relations, {"i", "f"}, "i") == std::vector<IndexVar>{"i"}));
  CHECK((determinedBy(relations, {"i"}) == std::set<IndexVar>{"i", "io", "ii"}));
  CHECK((determinedBy(relations, {"i", "j"}).count("f") == 1));
  // Whole tiles need no guard, and a path that binds the parent itself derives no variable.
  CHECK(!derivedVars({SplitUp{"i", "io", "ii", 4}}, {"io", "ii"},
                     withDerived({SplitUp{"i", "io", "ii", 4}}, {{"i", 8}}))[0]
             .guarded);
  CHECK((derivedVars(relations, {"i", "j"}, extents).empty()));
}

TEST_CASE("bounds") {
  CHECK((withDerived({SplitUp{"i", "io", "ii", 4}, Bound{"i", 10}}, {}).at("io") == 3));
  CHECK_THROWS_AS(withDerived({Bound{"i", 10}}, {{"i", 11}}), Error);
  CHECK(withDerived({Fuse{"i", "j", "f"}}, {{"i", maxDimension}, {"j", maxDimension}}).count("f") == 0);
}

TEST_CASE("a computed index is known where its variables are, split ones included") {
  notation::Index index;
  index.terms = {{2, "i"}, {1, "k"}};
  index.constant = 3;
  const std::vector<Relation> relations = {IndexOf{"at", index, {}}, SplitUp{"i", "io", "ii", 4}};
  const std::vector<IndexVar> loops = {"io", "k", "ii"};
  const Extents extents = withDerived(relations, {{"i", 8}, {"k", 5}, {"at", 22}});
  const auto all = computed(derivedVars(relations, loops, extents), {{"io", 1}, {"k", 4}, {"ii", 2}});
  REQUIRE(all);
  CHECK(all->at("i") == 6);
  CHECK(all->at("at") == 19);
  CHECK(derivedNames(relations, {"io", "k"}).empty());
  CHECK((componentsOf(relations, loops, "at") == std::vector<IndexVar>{"io", "ii", "k"}));
}
