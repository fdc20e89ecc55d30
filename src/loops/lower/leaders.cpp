#include "loops/lower/leaders.h"

#include <algorithm>

namespace stardust::loops {

using iteration::Combination;
using iteration::LevelIterator;
using iteration::Set;

namespace {

void addDistinct(std::vector<LevelIterator>& all, const LevelIterator& level) {
  if (std::none_of(all.begin(), all.end(), [&](const LevelIterator& l) { return same(l, level); }))
    all.push_back(level);
}

void collectLevels(const Set& set, std::vector<LevelIterator>& all) {
  match(
      set->kind, [](const iteration::Universe&) {}, [&](const LevelIterator& level) { addDistinct(all, level); },
      [&](const Combination& c) {
        collectLevels(c.left, all);
        collectLevels(c.right, all);
      });
}

}  // namespace

std::vector<LevelIterator> levelsOf(const Set& set) {
  std::vector<LevelIterator> all;
  collectLevels(set, all);
  return all;
}

std::optional<std::vector<LevelIterator>> leadersOf(const Set& set) {
  using Leaders = std::optional<std::vector<LevelIterator>>;
  return match(
      set->kind, [](const iteration::Universe&) { return Leaders(); },
      [](const LevelIterator& level) { return Leaders(std::vector<LevelIterator>{level}); },
      [](const Combination& c) {
        Leaders left = leadersOf(c.left), right = leadersOf(c.right);
        if (c.op == Combination::Op::Union) {
          if (!left || !right) return Leaders();
          for (const LevelIterator& level : *right) addDistinct(*left, level);
          return left;
        }
        if (!left || !right) return left ? left : right;
        return right->size() < left->size() ? right : left;
      });
}

}  // namespace stardust::loops
