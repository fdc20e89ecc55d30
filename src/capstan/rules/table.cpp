#include "capstan/rules/table.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "capstan/machine/limits.h"

namespace stardust::capstan {
namespace {

using iteration::Combination;
using iteration::Condition;
using iteration::LevelIterator;
using iteration::LevelName;
using iteration::Rule;
using iteration::Set;
using iteration::Step;
using iteration::Strategy;
using Op = Combination::Op;
using Side = Rule::Side;
using Take = Rule::Take;

// A scanner reads a tile per cycle. In that time the lanes make this many search steps, whose reads do not conflict at
// banks; measured (docs/internals/iteration.md).
constexpr double stepsInTile = 4;

// Steps of the binary searches for one coordinate in every level of a set.
double steps(const Set& set, const Strategy& strategy) {
  return match(
      set->kind, [](const iteration::Universe&) { return 0.0; },
      [&](const LevelIterator& it) {
        return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(strategy.fibers(it).longest)));
      },
      [&](const Combination& c) { return steps(c.left, strategy) + steps(c.right, strategy); });
}

std::string costs(const SearchCost& cost, const Strategy& strategy, const LevelName& name) {
  const std::string walked = name(cost.walked);
  if (!strategy.scanFrom)
    return fmt::format("searching for the {:.3g} of {} takes {:.3g} steps; from {:.3g} on, a scan of {} pays",
                       cost.stored, walked, cost.steps, cost.affordable, cost.dim);
  if (*strategy.scanFrom >= 1) return "always, as scanDensity is 100 %";
  return fmt::format("{} is {:.3g} % dense; from {:.3g} % on, a scan pays (scanDensity)", walked, cost.density * 100,
                     *strategy.scanFrom * 100);
}

// The iterated side, a single level, has too few coordinates for a scan to pay.
const Condition sparse = {[](const Rule& rule, const Set& set, const Strategy& strategy) {
                            const SearchCost cost = searchCost(rule, sidesFor(rule, set), strategy);
                            if (!strategy.scanFrom) return cost.steps < cost.affordable;
                            return *strategy.scanFrom >= 1 || cost.density < *strategy.scanFrom;
                          },
                          [](const Rule& rule, const Step& step, const Strategy& strategy, const LevelName& name) {
                            return costs(searchCost(rule, sidesFor(rule, step.before), strategy), strategy, name);
                          }};

constexpr const Condition* always = nullptr;

}  // namespace

const iteration::Table& rewriteTable() {
  static const iteration::Table table = {
      {"universe", "U", "Foreach or Reduce over 0 until dim", std::nullopt, Side::Universe, Side::Any, always,
       Take::End},
      {"compressed", "C", "Foreach or Reduce over positions", std::nullopt, Side::Compressed, Side::Any, always,
       Take::End},
      {"absorption", "(C1 ∪ C2) ∩ C1", "C1", std::nullopt, Side::BitVectors, Side::Any, &iteration::reducible,
       Take::Smaller},
      {"bit-vectors", "B", "Foreach or Reduce over a Scan", std::nullopt, Side::BitVectors, Side::Any, always,
       Take::End},
      {"universe-union-left", "U ∪ _", "U", Op::Union, Side::Universe, Side::Any, always, Take::Left},
      {"universe-union-right", "_ ∪ U", "U", Op::Union, Side::Any, Side::Universe, always, Take::Right},
      {"universe-intersection", "U ∩ U", "U", Op::Intersection, Side::Universe, Side::Universe, always, Take::Left},
      {"compressed-intersection-left", "C ∩ U", "C", Op::Intersection, Side::Compressed, Side::Universe, always,
       Take::Left},
      {"compressed-intersection-right", "U ∩ C", "C", Op::Intersection, Side::Universe, Side::Compressed, always,
       Take::Right},
      {"bit-vectors-intersection-left", "B ∩ U", "B", Op::Intersection, Side::BitVectors, Side::Universe, always,
       Take::Left},
      {"bit-vectors-intersection-right", "U ∩ B", "B", Op::Intersection, Side::Universe, Side::BitVectors, always,
       Take::Right},
      {"idempotent-intersection", "C ∩ C (the same)", "C", Op::Intersection, Side::Compressed, Side::SameCompressed,
       always, Take::Left},
      {"idempotent-union", "C ∪ C (the same)", "C", Op::Union, Side::Compressed, Side::SameCompressed, always,
       Take::Left},
      {"sparse-intersection", "C ∩ C (sparse)", "C, and a search in the other", Op::Intersection, Side::Compressed,
       Side::Compressed, &sparse, Take::Sparser},
      {"sparse-intersection-left", "C ∩ B (sparse)", "C, and searches in the others", Op::Intersection,
       Side::Compressed, Side::BitVectors, &sparse, Take::Left},
      {"sparse-intersection-right", "B ∩ C (sparse)", "C, and searches in the others", Op::Intersection,
       Side::BitVectors, Side::Compressed, &sparse, Take::Right},
      {"intersection", "(C or B) ∩ (C or B)", "B: bit vectors, and", Op::Intersection, Side::Any, Side::Any, always,
       Take::Both},
      {"union", "(C or B) ∪ (C or B)", "B: bit vectors, or", Op::Union, Side::Any, Side::Any, always, Take::Both},
  };
  return table;
}

SearchCost searchCost(const Rule& rule, const Combination& sides, const Strategy& strategy) {
  const Set walked = rewritten(Set(iteration::SetNode{sides}), rule, strategy);
  SearchCost cost{std::get<LevelIterator>(walked->kind)};
  const iteration::Fibers fibers = strategy.fibers(cost.walked);
  const auto dim = static_cast<double>(fibers.dim);
  cost.stored = fibers.stored;
  cost.density = dim > 0 ? fibers.stored / dim : 0;
  cost.steps = fibers.stored * steps(walked.same(sides.left) ? sides.right : sides.left, strategy);
  cost.affordable = std::ceil(dim / static_cast<double>(bitsPerTile)) * stepsInTile;
  cost.dim = fibers.dim;
  return cost;
}

std::optional<SearchCost> chosenSearch(const Step& step, const Strategy& strategy) {
  if (step.rule->when != &sparse) return std::nullopt;
  return searchCost(*step.rule, sidesFor(*step.rule, step.before), strategy);
}

}  // namespace stardust::capstan
