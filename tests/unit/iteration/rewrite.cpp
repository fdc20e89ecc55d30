// The matcher with a table of no real machine: a processor that merges, and lacks bit vectors.
#include "iteration/rewrite.h"

#include <doctest/doctest.h>

#include <string>

#include "iteration/explain.h"

using namespace stardust;
using namespace stardust::iteration;
using notation::Expr;

namespace {

using Side = Rule::Side;
using Take = Rule::Take;
using Op = Combination::Op;

// Few coordinates: those of the iterated side are searched in the other.
const Condition isShort = {
    [](const Rule& rule, const Set& set, const Strategy& strategy) {
      const auto* left = std::get_if<LevelIterator>(&sidesFor(rule, set).left->kind);
      return left && strategy.fibers(*left).stored < 4;
    },
    [](const Rule&, const Step&, const Strategy&, const LevelName&) { return std::string("its fibers are short"); }};

const Table& merging() {
  static const Table table = {
      {"all", "U", "a loop", std::nullopt, Side::Universe, Side::Any, nullptr, Take::End},
      {"smaller", "as in sets", "the smaller set", std::nullopt, Side::Any, Side::Any, &reducible, Take::Smaller},
      {"merge", "_", "a merge", std::nullopt, Side::Any, Side::Any, nullptr, Take::End},
      {"filter", "_ ∩ U", "_", Op::Intersection, Side::Any, Side::Universe, nullptr, Take::Left},
      {"look up", "C ∩ C (short)", "C, and a look into the other", Op::Intersection, Side::Compressed, Side::Compressed,
       &isShort, Take::Left},
      {"both", "_ ∩ _", "both", Op::Intersection, Side::Any, Side::Any, nullptr, Take::Both},
      {"either", "_ ∪ _", "either", Op::Union, Side::Any, Side::Any, nullptr, Take::Both},
  };
  return table;
}

const Format csr({dense, compressed}), vec({dense});
Expr tensor(const char* name, const Format& format, const std::vector<notation::IndexVar>& indices) {
  return notation::access({name, format, ValueType::Float32, {}, false}, indices);
}
const Expr A = tensor("A", csr, {"i", "j"}), B = tensor("B", csr, {"i", "j"}), x = tensor("x", vec, {"j"});

Iteration iterate(const Expr& rhs, double stored) {
  const auto stmt = cin::assign({{"y", vec, ValueType::Float32, {}, false}, {"i"}}, operators::add, rhs);
  return resolve(contractionSet("j", stmt, {"i"}), merging(),
                 {[stored](const LevelIterator&) {
                    return Fibers{stored, 100, 1000};
                  },
                  {}});
}
std::string fired(const Iteration& iteration) {
  std::string names;
  for (const auto& step : iteration.steps) names += std::string(names.empty() ? "" : ", ") + step.rule->name;
  return names;
}

}  // namespace

TEST_CASE("the rules of any table fire in its order, by its own conditions") {
  const Expr product = binary(operators::multiply, A, B), sum = binary(operators::add, A, B);
  CHECK(fired(iterate(product, 2)) == "look up, merge");
  CHECK(print(iterate(product, 2).domain) == "A2");
  CHECK(fired(iterate(product, 20)) == "both, merge");
  CHECK(print(iterate(product, 20).domain) == "A2 ∩ B2");
  CHECK(fired(iterate(binary(operators::multiply, A, x), 20)) == "filter, merge");
  CHECK(fired(iterate(binary(operators::multiply, sum, A), 20)) == "either, both, smaller, merge");
}

TEST_CASE("a table explains itself") {
  const auto iteration = iterate(binary(operators::multiply, A, B), 20);
  const auto all = verdicts(iteration.steps.front(), merging(),
                            {[](const LevelIterator&) {
                               return Fibers{20, 100, 1000};
                             },
                             {}});
  REQUIRE(all.size() == 3);
  CHECK(std::string(all[0].rule->name) == "both");
  CHECK(all[0].fired);
  CHECK(all[1].why == "B2 is not the universe");
  CHECK(all[2].why == "its fibers are short");
}
