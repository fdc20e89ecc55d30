#include "iteration/rules.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace stardust::iteration {
namespace {

using Op = Combination::Op;
using Side = Rule::Side;
using Take = Rule::Take;
using When = Rule::When;

void drivers(const Set& set, std::vector<LevelIterator>& found) {
  if (const auto* it = std::get_if<LevelIterator>(&set->kind)) {
    if (std::none_of(found.begin(), found.end(), [&](const LevelIterator& other) { return same(other, *it); }))
      found.push_back(*it);
  } else if (const auto* c = std::get_if<Combination>(&set->kind)) {
    drivers(c->left, found);
    drivers(c->right, found);
  }
}

bool equivalent(const Set& a, const Set& b, const std::vector<LevelIterator>& drivers) {
  for (unsigned bits = 0; bits < 1U << drivers.size(); ++bits)
    if (contains(a, drivers, bits) != contains(b, drivers, bits)) return false;
  return true;
}

// One level, or one operation on two, that is the same set: (B ∪ C) ∩ B is B. Null if there is none, or the set is that
// already.
Set smaller(const Set& set) {
  constexpr std::size_t most = 8;  // levels: 256 combinations
  std::vector<LevelIterator> all;
  drivers(set, all);
  if (!std::holds_alternative<Combination>(set->kind) || all.size() > most) return {};
  const auto level = [&](std::size_t n) { return Set(SetNode{all[n]}); };
  for (std::size_t n = 0; n < all.size(); ++n)
    if (equivalent(set, level(n), all)) return level(n);
  const auto& c = std::get<Combination>(set->kind);
  const bool isNested =
      !std::holds_alternative<LevelIterator>(c.left->kind) || !std::holds_alternative<LevelIterator>(c.right->kind);
  if (all.size() > 2 || !isNested) return {};
  for (const Op op : {Op::Union, Op::Intersection})
    if (const Set both = combine(op, level(0), level(1)); equivalent(set, both, all)) return both;
  return {};
}

double stored(const Set& level, const Strategy& strategy) {
  return strategy.fibers(std::get<LevelIterator>(level->kind)).stored;
}

// Of binary searches for one coordinate in every level of a set.
double steps(const Set& set, const Strategy& strategy) {
  return match(
      set->kind, [](const Universe&) { return 0.0; },
      [&](const LevelIterator& it) {
        return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(strategy.fibers(it).longest)));
      },
      [&](const Combination& c) { return steps(c.left, strategy) + steps(c.right, strategy); });
}

Set rewritten(const Set& set, const Rule& rule, const Strategy& strategy) {
  const Combination sides = sidesFor(rule, set);
  switch (rule.take) {
    case Take::Left: return sides.left;
    case Take::Right: return sides.right;
    case Take::Sparser: return stored(sides.right, strategy) < stored(sides.left, strategy) ? sides.right : sides.left;
    case Take::Smaller: return smaller(set);
    case Take::Both:
    case Take::End: break;
  }
  return set;
}

// The first rule for an operator, or for whole sets, that applies.
Step step(const std::optional<Op>& op, const Set& set, const Strategy& strategy) {
  for (const Rule& rule : rules()) {
    if (rule.op != op) continue;
    const Combination sides = sidesFor(rule, set);
    if (fits(rule.left, sides.left, sides.right) && fits(rule.right, sides.right, sides.left) &&
        holds(rule, set, strategy))
      return {&rule, set, rewritten(set, rule, strategy)};
  }
  failInternal("no rewrite rule for " + print(set));
}

Set rewrite(const Set& set, const Strategy& strategy, std::vector<Step>& steps) {
  const auto* c = std::get_if<Combination>(&set->kind);
  if (!c) return set;
  const Set left = rewrite(c->left, strategy, steps), right = rewrite(c->right, strategy, steps);
  steps.push_back(step(c->op, combine(c->op, left, right), strategy));
  return steps.back().after;
}

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {"universe", "U", "Foreach or Reduce over 0 until dim", std::nullopt, Side::Universe, Side::Any, When::Always,
       Take::End},
      {"compressed", "C", "Foreach or Reduce over positions", std::nullopt, Side::Compressed, Side::Any, When::Always,
       Take::End},
      {"absorption", "(C1 ∪ C2) ∩ C1", "C1", std::nullopt, Side::BitVectors, Side::Any, When::Reducible, Take::Smaller},
      {"bit-vectors", "B", "Foreach or Reduce over a Scan", std::nullopt, Side::BitVectors, Side::Any, When::Always,
       Take::End},
      {"universe-union-left", "U ∪ _", "U", Op::Union, Side::Universe, Side::Any, When::Always, Take::Left},
      {"universe-union-right", "_ ∪ U", "U", Op::Union, Side::Any, Side::Universe, When::Always, Take::Right},
      {"universe-intersection", "U ∩ U", "U", Op::Intersection, Side::Universe, Side::Universe, When::Always,
       Take::Left},
      {"compressed-intersection-left", "C ∩ U", "C", Op::Intersection, Side::Compressed, Side::Universe, When::Always,
       Take::Left},
      {"compressed-intersection-right", "U ∩ C", "C", Op::Intersection, Side::Universe, Side::Compressed, When::Always,
       Take::Right},
      {"bit-vectors-intersection-left", "B ∩ U", "B", Op::Intersection, Side::BitVectors, Side::Universe, When::Always,
       Take::Left},
      {"bit-vectors-intersection-right", "U ∩ B", "B", Op::Intersection, Side::Universe, Side::BitVectors, When::Always,
       Take::Right},
      {"idempotent-intersection", "C ∩ C (the same)", "C", Op::Intersection, Side::Compressed, Side::SameCompressed,
       When::Always, Take::Left},
      {"idempotent-union", "C ∪ C (the same)", "C", Op::Union, Side::Compressed, Side::SameCompressed, When::Always,
       Take::Left},
      {"sparse-intersection", "C ∩ C (sparse)", "C, and a search in the other", Op::Intersection, Side::Compressed,
       Side::Compressed, When::Sparse, Take::Sparser},
      {"sparse-intersection-left", "C ∩ B (sparse)", "C, and searches in the others", Op::Intersection,
       Side::Compressed, Side::BitVectors, When::Sparse, Take::Left},
      {"sparse-intersection-right", "B ∩ C (sparse)", "C, and searches in the others", Op::Intersection,
       Side::BitVectors, Side::Compressed, When::Sparse, Take::Right},
      {"intersection", "(C or B) ∩ (C or B)", "B: bit vectors, and", Op::Intersection, Side::Any, Side::Any,
       When::Always, Take::Both},
      {"union", "(C or B) ∪ (C or B)", "B: bit vectors, or", Op::Union, Side::Any, Side::Any, When::Always, Take::Both},
  };
  return table;
}

SearchCost searchCost(const Rule& rule, const Combination& sides, const Strategy& strategy) {
  constexpr double coordinatesInTile = 512;  // that a scanner reads in a cycle
  constexpr double stepsInTile =
      4;  // lanes of 16 whose reads do not meet in a bank, measured (docs/internals/iteration.md)
  const Set walked = rewritten(Set(SetNode{sides}), rule, strategy);
  SearchCost cost{std::get<LevelIterator>(walked->kind)};
  const Fibers fibers = strategy.fibers(cost.walked);
  const auto dim = static_cast<double>(fibers.dim);
  cost.stored = fibers.stored;
  cost.density = dim > 0 ? fibers.stored / dim : 0;
  cost.steps = fibers.stored * steps(walked.same(sides.left) ? sides.right : sides.left, strategy);
  cost.affordable = std::ceil(dim / coordinatesInTile) * stepsInTile;
  cost.dim = fibers.dim;
  return cost;
}

bool fits(Side side, const Set& set, const Set& other) {
  const auto* iterator = std::get_if<LevelIterator>(&set->kind);
  switch (side) {
    case Side::Any: return true;
    case Side::Universe: return std::holds_alternative<Universe>(set->kind);
    case Side::Compressed: return iterator && !isBitVector(*iterator);
    case Side::BitVectors:
      return std::holds_alternative<Combination>(set->kind) || (iterator && isBitVector(*iterator));
    case Side::SameCompressed: {
      const auto* twin = std::get_if<LevelIterator>(&other->kind);
      return iterator && twin && same(*iterator, *twin);
    }
  }
  return false;
}

Combination sidesFor(const Rule& rule, const Set& set) {
  return rule.op ? std::get<Combination>(set->kind) : Combination{Op::Union, set, set};
}

bool holds(const Rule& rule, const Set& set, const Strategy& strategy) {
  switch (rule.when) {
    case When::Always: return true;
    case When::Reducible: return static_cast<bool>(smaller(set));
    case When::Sparse: {
      const SearchCost cost = searchCost(rule, sidesFor(rule, set), strategy);
      if (!strategy.scanFrom) return cost.steps < cost.affordable;
      return *strategy.scanFrom >= 1 || cost.density < *strategy.scanFrom;
    }
  }
  return false;
}

Iteration resolve(const Set& set, const Strategy& strategy) {
  Iteration iteration;
  iteration.set = set;
  iteration.domain = rewrite(set, strategy, iteration.steps);
  do {
    iteration.steps.push_back(step(std::nullopt, iteration.domain, strategy));
    iteration.domain = iteration.steps.back().after;
  } while (iteration.steps.back().rule->take != Take::End);
  drivers(iteration.domain, iteration.drivers);
  const bool isScan =
      iteration.drivers.size() > 1 || (iteration.drivers.size() == 1 && isBitVector(iteration.drivers.front()));
  iteration.kind = iteration.drivers.empty() ? Iteration::Kind::Universe
                   : isScan                  ? Iteration::Kind::Scan
                                             : Iteration::Kind::Positions;
  return iteration;
}

}  // namespace stardust::iteration
