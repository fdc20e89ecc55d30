#include "iteration/rules.h"

#include <algorithm>

namespace stardust::iteration {
namespace {

using Op = Combination::Op;
using Side = Rule::Side;
using Take = Rule::Take;
using When = Rule::When;

bool fits(Side side, const Set& set, const Set& other) {
  const auto* iterator = std::get_if<LevelIterator>(&set->kind);
  switch (side) {
    case Side::Any: return true;
    case Side::Universe: return std::holds_alternative<Universe>(set->kind);
    case Side::Compressed: return iterator != nullptr;
    case Side::BitVectors: return std::holds_alternative<Combination>(set->kind);
    case Side::SameCompressed: {
      const auto* twin = std::get_if<LevelIterator>(&other->kind);
      return iterator && twin && same(*iterator, *twin);
    }
  }
  return false;
}

double density(const Set& set, const Strategy& strategy) {
  return match(
      set->kind, [](const Universe&) { return 1.0; },
      [&](const LevelIterator& it) { return strategy.density ? strategy.density(it) : 1.0; },
      [&](const Combination& c) {
        const double left = density(c.left, strategy), right = density(c.right, strategy);
        return c.op == Op::Union ? std::min(1.0, left + right) : std::min(left, right);
      });
}

bool applies(const Rule& rule, const Combination& c, const Strategy& strategy) {
  if (rule.op != c.op || !fits(rule.left, c.left, c.right) || !fits(rule.right, c.right, c.left)) return false;
  return rule.when == When::Always || std::min(density(c.left, strategy), density(c.right, strategy)) < strategy.scanFrom;
}

// The set after one rule, whose sides are rewritten already.
Set rewriteOne(const Set& set, const Rule& rule, const Strategy& strategy) {
  const auto& c = std::get<Combination>(set->kind);
  switch (rule.take) {
    case Take::Left: return c.left;
    case Take::Right: return c.right;
    case Take::Sparser: return density(c.right, strategy) < density(c.left, strategy) ? c.right : c.left;
    case Take::Both:
    case Take::End: break;
  }
  return set;
}

Set rewrite(const Set& set, const Strategy& strategy, std::vector<const Rule*>& fired) {
  const auto* c = std::get_if<Combination>(&set->kind);
  if (!c) return set;
  const Combination simpler{c->op, rewrite(c->left, strategy, fired), rewrite(c->right, strategy, fired)};
  for (const Rule& rule : rules()) {
    if (!applies(rule, simpler, strategy)) continue;
    fired.push_back(&rule);
    return rewriteOne(Set(SetNode{simpler}), rule, strategy);
  }
  failInternal("no rewrite rule for " + print(set));
}

void drivers(const Set& set, std::vector<LevelIterator>& found) {
  if (const auto* it = std::get_if<LevelIterator>(&set->kind)) {
    if (std::none_of(found.begin(), found.end(), [&](const LevelIterator& other) { return same(other, *it); })) found.push_back(*it);
  } else if (const auto* c = std::get_if<Combination>(&set->kind)) {
    drivers(c->left, found);
    drivers(c->right, found);
  }
}

// Whether a coordinate that is stored in the drivers of `bits` is in the set.
bool contains(const Set& set, const std::vector<LevelIterator>& drivers, unsigned bits) {
  return match(
      set->kind, [](const Universe&) { return true; },
      [&](const LevelIterator& it) {
        for (std::size_t d = 0; d < drivers.size(); ++d)
          if (same(drivers[d], it)) return (bits >> d & 1U) != 0;
        return false;
      },
      [&](const Combination& c) {
        const bool left = contains(c.left, drivers, bits), right = contains(c.right, drivers, bits);
        return c.op == Op::Union ? left || right : left && right;
      });
}

bool equivalent(const Set& a, const Set& b, const std::vector<LevelIterator>& drivers) {
  for (unsigned bits = 0; bits < 1U << drivers.size(); ++bits)
    if (contains(a, drivers, bits) != contains(b, drivers, bits)) return false;
  return true;
}

constexpr Rule absorption = {"absorption", "(C1 ∪ C2) ∩ C1", "C1", std::nullopt, Side::BitVectors, Side::Any, When::Always, Take::Left};

// A combination that is the same as one of its levels, or as one operation on two: (B ∪ C) ∩ B is B.
Set absorbed(const Set& set, const std::vector<LevelIterator>& drivers, std::vector<const Rule*>& fired) {
  constexpr std::size_t most = 8;  // levels: 256 combinations
  if (drivers.size() < 2 || drivers.size() > most) return set;
  for (const LevelIterator& driver : drivers) {
    const Set alone(SetNode{driver});
    if (!equivalent(set, alone, drivers)) continue;
    fired.push_back(&absorption);
    return alone;
  }
  if (drivers.size() > 2) return set;
  for (const Op op : {Op::Union, Op::Intersection}) {
    const Set both = combine(op, Set(SetNode{drivers[0]}), Set(SetNode{drivers[1]}));
    if (equivalent(set, both, drivers)) return both;
  }
  return set;
}

const Rule* finalRule(const Set& set) {
  for (const Rule& rule : rules())
    if (!rule.op && fits(rule.left, set, set)) return &rule;
  failInternal("no final rule for " + print(set));
}

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {"universe", "U", "Foreach or Reduce over 0 until dim", std::nullopt, Side::Universe, Side::Any, When::Always, Take::End},
      {"compressed", "C", "Foreach or Reduce over positions", std::nullopt, Side::Compressed, Side::Any, When::Always, Take::End},
      {"bit-vectors", "B", "Foreach or Reduce over a Scan", std::nullopt, Side::BitVectors, Side::Any, When::Always, Take::End},
      {"universe-union-left", "U ∪ _", "U", Op::Union, Side::Universe, Side::Any, When::Always, Take::Left},
      {"universe-union-right", "_ ∪ U", "U", Op::Union, Side::Any, Side::Universe, When::Always, Take::Right},
      {"universe-intersection", "U ∩ U", "U", Op::Intersection, Side::Universe, Side::Universe, When::Always, Take::Left},
      {"compressed-intersection-left", "C ∩ U", "C", Op::Intersection, Side::Compressed, Side::Universe, When::Always, Take::Left},
      {"compressed-intersection-right", "U ∩ C", "C", Op::Intersection, Side::Universe, Side::Compressed, When::Always, Take::Right},
      {"bit-vectors-intersection-left", "B ∩ U", "B", Op::Intersection, Side::BitVectors, Side::Universe, When::Always, Take::Left},
      {"bit-vectors-intersection-right", "U ∩ B", "B", Op::Intersection, Side::Universe, Side::BitVectors, When::Always, Take::Right},
      {"idempotent-intersection", "C ∩ C (the same)", "C", Op::Intersection, Side::Compressed, Side::SameCompressed, When::Always, Take::Left},
      {"idempotent-union", "C ∪ C (the same)", "C", Op::Union, Side::Compressed, Side::SameCompressed, When::Always, Take::Left},
      {"sparse-intersection", "C ∩ C (sparse)", "C, and a search in the other", Op::Intersection, Side::Compressed, Side::Compressed,
       When::Sparse, Take::Sparser},
      {"sparse-intersection-left", "C ∩ B (sparse)", "C, and searches in the others", Op::Intersection, Side::Compressed, Side::BitVectors,
       When::Sparse, Take::Left},
      {"sparse-intersection-right", "B ∩ C (sparse)", "C, and searches in the others", Op::Intersection, Side::BitVectors, Side::Compressed,
       When::Sparse, Take::Right},
      {"intersection", "(C or B) ∩ (C or B)", "B: bit vectors, and", Op::Intersection, Side::Any, Side::Any, When::Always, Take::Both},
      {"union", "(C or B) ∪ (C or B)", "B: bit vectors, or", Op::Union, Side::Any, Side::Any, When::Always, Take::Both},
  };
  return table;
}

Iteration resolve(const Set& set, const Strategy& strategy) {
  Iteration iteration;
  iteration.set = print(set);
  iteration.domain = rewrite(set, strategy, iteration.fired);
  std::vector<LevelIterator> all;
  drivers(iteration.domain, all);
  iteration.domain = absorbed(iteration.domain, all, iteration.fired);
  drivers(iteration.domain, iteration.drivers);
  if (iteration.drivers.size() == 1) iteration.domain = Set(SetNode{iteration.drivers.front()});
  iteration.fired.push_back(finalRule(iteration.domain));
  iteration.kind = iteration.drivers.empty()       ? Iteration::Kind::Universe
                   : iteration.drivers.size() == 1 ? Iteration::Kind::Positions
                                                   : Iteration::Kind::Scan;
  return iteration;
}

}  // namespace stardust::iteration
