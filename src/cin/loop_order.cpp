#include "cin/loop_order.h"

#include <algorithm>
#include <array>
#include <set>

#include "cin/derived.h"
#include "cin/query.h"
#include "levels/registry.h"

namespace stardust::cin {
namespace {

using notation::Assignment;
using notation::contains;

// The costs of wishes given up, strongest class first; compared in that order.
constexpr std::size_t classes = 5;
using Cost = std::array<int, classes>;

struct Wish {
  IndexVar before, after;
  std::size_t strength;  // its class: 0 is the strongest
  int weight;
};

// Variables of an access by level, a repeated one where it is first bound; and whether any coordinate of the level is
// found without a search.
struct LevelVar {
  IndexVar var;
  bool hasLocate;
};
std::vector<LevelVar> levelVars(const Access& access) {
  std::vector<LevelVar> vars;
  const Format& format = access.tensor.format;
  for (int level = 0; level < format.order(); ++level) {
    const IndexVar& var = notation::varOfLevel(access, level);
    const bool known = std::any_of(vars.begin(), vars.end(), [&](const LevelVar& v) { return v.var == var; });
    if (!known) vars.push_back({var, levels::of(format.level(level)).hasLocate});
  }
  return vars;
}

int storedLevels(const Access& access) {
  const auto& levels = access.tensor.format.levels();
  return static_cast<int>(
      std::count_if(levels.begin(), levels.end(), [](LevelFormat l) { return !levels::of(l).hasLocate; }));
}

// Each level inside those above it.
void wishLevels(const Access& access, const Access& result, bool isResult, std::vector<Wish>& wishes) {
  const auto vars = levelVars(access);
  const bool allDense = access.tensor.format.isDense();
  for (std::size_t below = 1; below < vars.size(); ++below)
    for (std::size_t above = 0; above < below; ++above) {
      if (isResult && !allDense) wishes.push_back({vars[above].var, vars[below].var, 0, 1});
      else if (!vars[below].hasLocate) wishes.push_back({vars[above].var, vars[below].var, 2, storedLevels(access)});
      else if (!vars[above].hasLocate) wishes.push_back({vars[above].var, vars[below].var, 2, 1});
      else if (above + 1 == below &&
               (contains(result.indices, vars[above].var) || !contains(result.indices, vars[below].var)))
        wishes.push_back({vars[above].var, vars[below].var, 4, 1});
    }
}

// What the result has outside what is reduced.
void wishReductionsInside(const Assignment& assignment, const std::vector<IndexVar>& all, bool sumsInside,
                          std::vector<Wish>& wishes) {
  const bool allDense = assignment.lhs.tensor.format.isDense();
  if (allDense && !sumsInside) return;
  const auto kept = levelVars(assignment.lhs);
  for (std::size_t level = 0; level < kept.size(); ++level) {
    const std::size_t strength = sumsInside ? 0 : level + 1 < kept.size() ? 1 : 3;
    for (const IndexVar& var : all)
      if (!contains(assignment.lhs.indices, var)) wishes.push_back({kept[level].var, var, strength, 1});
  }
}

// The modes of the access in the order in which their variables become known, ties as they are stored.
Format agreeingWith(const Access& access, const std::vector<IndexVar>& known) {
  const auto place = [&](int mode) {
    return std::find(known.begin(), known.end(), access.indices.at(static_cast<std::size_t>(mode)));
  };
  std::vector<int> modes = access.tensor.format.modeOrder();
  std::stable_sort(modes.begin(), modes.end(), [&](int a, int b) { return place(a) < place(b); });
  return Format(access.tensor.format.levels(), modes, access.tensor.format.region());
}

void addDiscordant(const Access& access, const std::vector<IndexVar>& known, std::vector<Discordant>& found) {
  if (access.tensor.workspace || access.tensor.format.isDense()) return;
  const auto vars = levelVars(access);
  const auto place = [&](const IndexVar& var) { return std::find(known.begin(), known.end(), var); };
  bool contradicts = false;
  for (std::size_t below = 1; below < vars.size(); ++below)
    for (std::size_t above = 0; above < below; ++above)
      contradicts = contradicts || (!vars[below].hasLocate && place(vars[below].var) < place(vars[above].var));
  const bool again =
      std::any_of(found.begin(), found.end(), [&](const Discordant& d) { return notation::equal(d.access, access); });
  if (contradicts && !again) found.push_back({access, agreeingWith(access, known)});
}

// All variables in the order in which the loops make them known.
std::vector<IndexVar> knownOrder(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops) {
  std::vector<IndexVar> known, path;
  for (const IndexVar& loop : loops) {
    path.push_back(loop);
    known.push_back(loop);
    for (const IndexVar& var : derivedNames(relations, path))
      if (!contains(known, var)) known.push_back(var);
  }
  return known;
}

}  // namespace

std::vector<IndexVar> levelOrder(const Access& access) {
  std::vector<IndexVar> vars;
  if (access.tensor.format.isDense()) return vars;
  for (const LevelVar& level : levelVars(access)) vars.push_back(level.var);
  return vars;
}

std::vector<IndexVar> loopOrder(const Assignment& assignment, bool sumsInside) {
  std::vector<IndexVar> left;
  for (const auto& vars : {assignment.lhs.indices, notation::variables(assignment.rhs)})
    for (const IndexVar& var : vars)
      if (!contains(left, var)) left.push_back(var);
  std::vector<Wish> wishes;
  wishLevels(assignment.lhs, assignment.lhs, true, wishes);
  wishReductionsInside(assignment, left, sumsInside, wishes);
  for (const Access& access : notation::accesses(assignment.rhs)) wishLevels(access, assignment.lhs, false, wishes);
  std::vector<IndexVar> order;
  while (!left.empty()) {
    // What it would cost to put each variable next: the wishes of those that are left to be outside it.
    auto cheapest = left.begin();
    Cost least{};
    for (auto var = left.begin(); var != left.end(); ++var) {
      Cost cost{};
      for (const Wish& wish : wishes)
        if (wish.after == *var && contains(left, wish.before)) cost[wish.strength] += wish.weight;
      if (var == left.begin() || cost < least) {
        cheapest = var;
        least = cost;
      }
    }
    order.push_back(*cheapest);
    left.erase(cheapest);
  }
  return order;
}

std::vector<Discordant> discordant(const Assignment& assignment, const std::vector<IndexVar>& order) {
  std::vector<Discordant> found;
  for (const Access& access : notation::accesses(assignment.rhs)) addDiscordant(access, order, found);
  return found;
}

std::vector<Discordant> discordant(const Stmt& stmt) {
  std::vector<Discordant> found;
  for (const PlacedAssign& placed : placedAssignments(stmt)) {
    const auto known = knownOrder(relationsOf(stmt), placed.around);
    for (const Access& access : notation::accesses(placed.assign.rhs)) addDiscordant(access, known, found);
  }
  return found;
}

}  // namespace stardust::cin
