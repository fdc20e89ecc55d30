#include "loops/lower/leaders.h"

#include <algorithm>
#include <utility>

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

// The set with every coordinate in place of some levels.
Set without(const Set& set, const IsLevel& isLeftOut) {
  return match(
      set->kind, [&](const iteration::Universe&) { return set; },
      [&](const LevelIterator& level) { return isLeftOut(level) ? iteration::universe() : set; },
      [&](const Combination& c) {
        const Set left = without(c.left, isLeftOut), right = without(c.right, isLeftOut);
        return iteration::combine(c.op, left, right);
      });
}

}  // namespace

std::vector<LevelIterator> levelsOf(const Set& set) {
  std::vector<LevelIterator> all;
  collectLevels(set, all);
  return all;
}

Leaders leadersOf(const Set& set, const IsLevel& unchanged) {
  return match(
      set->kind, [](const iteration::Universe&) { return Leaders(); },
      [](const LevelIterator& level) { return Leaders(std::vector<LevelIterator>{level}); },
      [&](const Combination& c) {
        Leaders left = leadersOf(c.left, unchanged), right = leadersOf(c.right, unchanged);
        if (c.op == Combination::Op::Union) {
          if (!left || !right) return Leaders();
          for (const LevelIterator& level : *right) addDistinct(*left, level);
          return left;
        }
        if (!left || !right) return left ? left : right;
        const auto cost = [&](const std::vector<LevelIterator>& leaders) {
          return std::pair(leaders.size(), std::count_if(leaders.begin(), leaders.end(), unchanged));
        };
        return cost(*right) < cost(*left) ? right : left;
      });
}

Leaders changingLeadersOf(const Set& set, const IsLevel& unchanged) {
  return leadersOf(without(set, unchanged), unchanged);
}

}  // namespace stardust::loops
