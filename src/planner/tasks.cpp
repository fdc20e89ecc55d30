#include "planner/tasks.h"

#include <algorithm>

namespace stardust::planner {
namespace {

// The variables that more than one operand of the set has: projected away, they still tie the operands together.
Bound shared(const TaskSet& set) {
  Bound once = 0, several = 0;
  for (const Bound atom : set.atoms) {
    several |= once & atom;
    once |= atom;
  }
  return several;
}

}  // namespace

bool isIncluded(const TaskSet& a, const TaskSet& b) {
  if ((a.vars & ~b.vars) != 0 || (shared(b) & ~a.vars) != 0) return false;
  for (std::size_t n = 0; n < b.atoms.size(); ++n) {
    const Bound needed = b.atoms[n] & a.vars;
    if ((needed & ~a.atoms[n]) != 0) return false;
  }
  return true;
}

bool dominates(const Tasks& a, const Tasks& b) {
  return std::all_of(a.begin(), a.end(), [&](const TaskSet& set) {
    return std::any_of(b.begin(), b.end(), [&](const TaskSet& other) { return isIncluded(set, other); });
  });
}

bool strictlyDominates(const Tasks& a, const Tasks& b) { return dominates(a, b) && !dominates(b, a); }

}  // namespace stardust::planner
