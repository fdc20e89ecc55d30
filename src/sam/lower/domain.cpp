#include "sam/lower/domain.h"

#include <algorithm>

namespace stardust::sam {

using iteration::Combination;
using iteration::LevelIterator;
using iteration::Set;

namespace {

void leavesOf(const Set& set, std::vector<LevelIterator>& leaves) {
  match(
      set->kind, [](const iteration::Universe&) {}, [&](const LevelIterator& level) { leaves.push_back(level); },
      [&](const Combination& c) {
        leavesOf(c.left, leaves);
        leavesOf(c.right, leaves);
      });
}

}  // namespace

std::vector<LevelIterator> distinctLeavesOf(const Set& set) {
  std::vector<LevelIterator> leaves, distinct;
  leavesOf(set, leaves);
  for (const auto& leaf : leaves)
    if (std::none_of(distinct.begin(), distinct.end(), [&](const auto& other) { return same(other, leaf); }))
      distinct.push_back(leaf);
  return distinct;
}
bool hasDuplicates(const Set& set) {
  std::vector<LevelIterator> leaves;
  leavesOf(set, leaves);
  return distinctLeavesOf(set).size() < leaves.size();
}

Set combined(Combination::Op op, const Set& left, const Set& right) {
  return Set(iteration::SetNode{Combination{op, left, right}});
}

bool isUnion(const Set& set) {
  const auto* c = std::get_if<Combination>(&set->kind);
  if (c) return c->op == Combination::Op::Union && isUnion(c->left) && isUnion(c->right);
  return std::holds_alternative<LevelIterator>(set->kind);
}
std::set<std::string> keysOf(const Set& set) {
  std::set<std::string> keys;
  for (const LevelIterator& leaf : distinctLeavesOf(set)) keys.insert(notation::print(leaf.access));
  return keys;
}
bool hasUniverse(const Set& set) {
  const auto* c = std::get_if<Combination>(&set->kind);
  return std::holds_alternative<iteration::Universe>(set->kind) ||
         (c && c->op == Combination::Op::Union && (hasUniverse(c->left) || hasUniverse(c->right)));
}

bool hasUniverseAnywhere(const Set& set) {
  const auto* c = std::get_if<Combination>(&set->kind);
  return std::holds_alternative<iteration::Universe>(set->kind) ||
         (c && (hasUniverseAnywhere(c->left) || hasUniverseAnywhere(c->right)));
}
Set withLookups(const Set& domain, const std::vector<Set>& lookups) {
  using Op = Combination::Op;
  if (lookups.empty()) return domain;
  Set all = hasUniverse(domain) ? domain : iteration::universe();
  for (const Set& lookup : lookups) all = combined(Op::Union, all, lookup);
  return hasUniverse(domain) ? all : combined(Op::Intersection, domain, all);
}

}  // namespace stardust::sam
