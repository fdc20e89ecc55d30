#include "iteration/rules.h"

#include <fmt/format.h>

namespace stardust::iteration {
namespace {

using Op = Combination::Op;
using Side = Rule::Side;
using Take = Rule::Take;

bool fits(Side side, const Set& set, const Set& other) {
  const auto* iterator = std::get_if<LevelIterator>(&set->kind);
  switch (side) {
    case Side::Any: return true;
    case Side::Universe: return std::holds_alternative<Universe>(set->kind);
    case Side::Compressed: return iterator != nullptr;
    case Side::SameCompressed: {
      const auto* twin = std::get_if<LevelIterator>(&other->kind);
      return iterator && twin && same(*iterator, *twin);
    }
  }
  return false;
}

const Rule* ruleFor(const Set& set) {
  const auto* combination = std::get_if<Combination>(&set->kind);
  for (const Rule& rule : rules()) {
    if (combination ? rule.op == combination->op && fits(rule.left, combination->left, combination->right) &&
                          fits(rule.right, combination->right, combination->left)
                    : !rule.op && fits(rule.left, set, set))
      return &rule;
  }
  return nullptr;
}

[[noreturn]] void refuse(const notation::IndexVar& var, const Set& whole, const Set& part) {
  std::string known;
  for (const Rule& rule : rules()) known += fmt::format("{}{}", known.empty() ? "" : ", ", rule.pattern);
  failUnsupported(fmt::format("no rewrite rule for the loop over {}: it iterates over {}, and nothing matches {}", var, print(whole),
                              print(part)),
                  {}, fmt::format("the rules there are: {}", known),
                  "store all but one of the operands of this loop densely (-f=T:d…)");
}

Set rewrite(const notation::IndexVar& var, const Set& whole, const Set& set, std::vector<const Rule*>& fired) {
  const auto* combination = std::get_if<Combination>(&set->kind);
  if (!combination) return set;
  const Set left = rewrite(var, whole, combination->left, fired), right = rewrite(var, whole, combination->right, fired);
  const Set simpler(SetNode{Combination{combination->op, left, right}});
  const Rule* rule = ruleFor(simpler);
  if (!rule) refuse(var, whole, simpler);
  fired.push_back(rule);
  return rule->take == Take::Left ? left : right;
}

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {"universe", "U", "Foreach or Reduce over 0 until dim", std::nullopt, Side::Universe, Side::Any, Take::End},
      {"compressed", "C", "Foreach or Reduce over positions", std::nullopt, Side::Compressed, Side::Any, Take::End},
      {"universe-union-left", "U ∪ _", "U", Op::Union, Side::Universe, Side::Any, Take::Left},
      {"universe-union-right", "_ ∪ U", "U", Op::Union, Side::Any, Side::Universe, Take::Right},
      {"universe-intersection", "U ∩ U", "U", Op::Intersection, Side::Universe, Side::Universe, Take::Left},
      {"compressed-intersection-left", "C ∩ U", "C", Op::Intersection, Side::Compressed, Side::Universe, Take::Left},
      {"compressed-intersection-right", "U ∩ C", "C", Op::Intersection, Side::Universe, Side::Compressed, Take::Right},
      {"idempotent-intersection", "C ∩ C (the same)", "C", Op::Intersection, Side::Compressed, Side::SameCompressed, Take::Left},
      {"idempotent-union", "C ∪ C (the same)", "C", Op::Union, Side::Compressed, Side::SameCompressed, Take::Left},
  };
  return table;
}

Iteration resolve(const notation::IndexVar& var, const Set& set) {
  Iteration iteration;
  iteration.set = print(set);
  const Set single = rewrite(var, set, set, iteration.fired);
  iteration.fired.push_back(ruleFor(single));
  if (const auto* iterator = std::get_if<LevelIterator>(&single->kind)) iteration.driver = *iterator;
  return iteration;
}

}  // namespace stardust::iteration
