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

// Costs of violated constraints, by class, the strongest class first; compared lexicographically.
constexpr std::size_t classes = 5;
using Cost = std::array<int, classes>;

struct Constraint {
  IndexVar before, after;
  std::size_t strength;  // class of the constraint: 0 is the strongest
  int weight;
};

// The variable of a level, at its first binding for a repeated variable, and whether the level supports random access.
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
    const levels::Definition& definition = levels::of(format.level(level));
    if (!known) vars.push_back({var, definition.hasLocate || definition.isRandomAccess()});
  }
  return vars;
}

int storedLevels(const Access& access) {
  const auto& levels = access.tensor.format.levels();
  return static_cast<int>(
      std::count_if(levels.begin(), levels.end(), [](LevelFormat l) { return !levels::of(l).hasLocate; }));
}

// Each level is inside the levels above it.
void constrainLevels(const Access& access, const Access& result, bool isResult, std::vector<Constraint>& constraints) {
  const auto vars = levelVars(access);
  const bool allDense = access.tensor.format.isDense();
  for (std::size_t below = 1; below < vars.size(); ++below)
    for (std::size_t above = 0; above < below; ++above) {
      if (isResult && !allDense) constraints.push_back({vars[above].var, vars[below].var, 0, 1});
      else if (!vars[below].hasLocate)
        constraints.push_back({vars[above].var, vars[below].var, 2, storedLevels(access)});
      else if (!vars[above].hasLocate) constraints.push_back({vars[above].var, vars[below].var, 2, 1});
      else if (above + 1 == below &&
               (contains(result.indices, vars[above].var) || !contains(result.indices, vars[below].var)))
        constraints.push_back({vars[above].var, vars[below].var, 4, 1});
    }
}

// Loops of the result are outside reduction loops.
void constrainReductions(const Assignment& assignment, const std::vector<IndexVar>& all, bool sumsInside,
                         std::vector<Constraint>& constraints) {
  const bool allDense = assignment.lhs.tensor.format.isDense();
  if (allDense && !sumsInside) return;
  const auto kept = levelVars(assignment.lhs);
  for (std::size_t level = 0; level < kept.size(); ++level) {
    const std::size_t strength = sumsInside ? 0 : level + 1 < kept.size() ? 1 : 3;
    for (const IndexVar& var : all)
      if (!contains(assignment.lhs.indices, var)) constraints.push_back({kept[level].var, var, strength, 1});
  }
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
  if (contradicts && !again) found.push_back({access, formatInOrder(access, known)});
}

// All variables in the order in which the loops determine them.
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

Format formatInOrder(const Access& access, const std::vector<IndexVar>& order) {
  const auto place = [&](int mode) {
    return std::find(order.begin(), order.end(), access.indices.at(static_cast<std::size_t>(mode)));
  };
  const Format& format = access.tensor.format;
  std::vector<int> modes = format.modeOrder();
  std::stable_sort(modes.begin(), modes.end(), [&](int a, int b) { return place(a) < place(b); });
  return format.with(format.levels(), modes);
}

std::vector<IndexVar> loopOrder(const Assignment& assignment, bool sumsInside) {
  std::vector<IndexVar> left;
  for (const auto& vars : {assignment.lhs.indices, notation::variables(assignment.rhs)})
    for (const IndexVar& var : vars)
      if (!contains(left, var)) left.push_back(var);
  std::vector<Constraint> constraints;
  constrainLevels(assignment.lhs, assignment.lhs, true, constraints);
  constrainReductions(assignment, left, sumsInside, constraints);
  for (const Access& access : notation::accesses(assignment.rhs))
    constrainLevels(access, assignment.lhs, false, constraints);
  std::vector<IndexVar> order;
  while (!left.empty()) {
    // The cost of choosing each variable next: the violated constraints that require remaining variables outside it.
    auto cheapest = left.begin();
    Cost least{};
    for (auto var = left.begin(); var != left.end(); ++var) {
      Cost cost{};
      for (const Constraint& constraint : constraints)
        if (constraint.after == *var && contains(left, constraint.before))
          cost[constraint.strength] += constraint.weight;
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
