#include "iteration/rewrite.h"

#include <algorithm>

namespace stardust::iteration {
namespace {

using Op = Combination::Op;
using Side = Rule::Side;
using Take = Rule::Take;

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

// Simplifies the set to a single level, or to one operation on two levels: (B ∪ C) ∩ B is B. Null if there is no
// smaller form.
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

// The first applicable rule for an operator, or for whole sets.
Step step(const Table& table, const std::optional<Op>& op, const Set& set, const Strategy& strategy) {
  for (const Rule& rule : table) {
    if (rule.op != op) continue;
    const Combination sides = sidesFor(rule, set);
    if (fits(rule.left, sides.left, sides.right) && fits(rule.right, sides.right, sides.left) &&
        holds(rule, set, strategy))
      return {&rule, set, rewritten(set, rule, strategy)};
  }
  failInternal("no rewrite rule for " + print(set));
}

Set rewrite(const Set& set, const Table& table, const Strategy& strategy, std::vector<Step>& steps) {
  const auto* c = std::get_if<Combination>(&set->kind);
  if (!c) return set;
  const Set left = rewrite(c->left, table, strategy, steps), right = rewrite(c->right, table, strategy, steps);
  steps.push_back(step(table, c->op, combine(c->op, left, right), strategy));
  return steps.back().after;
}

}  // namespace

const Condition reducible = {
    [](const Rule&, const Set& set, const Strategy&) { return static_cast<bool>(smaller(set)); },
    [](const Rule& rule, const Step& step, const Strategy&, const LevelName& name) {
      return step.rule == &rule ? "the same as " + print(step.after, name) : "no smaller set is the same";
    }};

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
  return !rule.when || rule.when->holds(rule, set, strategy);
}

Iteration resolve(const Set& set, const Table& table, const Strategy& strategy) {
  Iteration iteration;
  iteration.set = set;
  iteration.domain = rewrite(set, table, strategy, iteration.steps);
  do {
    iteration.steps.push_back(step(table, std::nullopt, iteration.domain, strategy));
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
