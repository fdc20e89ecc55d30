// Symbolic sets of the iterations of a candidate, compared for all data alike (Ahrens, Kjolstad, Amarasinghe:
// Autoscheduling for sparse tensor algebra with an asymptotic cost model, PLDI 2022).
#pragma once

#include <cstdint>
#include <vector>

namespace stardust::planner {

/// A set of index variables, by number.
using Bound = std::uint32_t;
inline bool contains(Bound bound, int var) { return (bound >> var & 1) != 0; }

/// The coordinates of `vars` at which some operands are stored: { (i,k) : A(i,k), B(k,·) }. A variable without an
/// operand has its whole extent. `atoms`: by operand, its variables that must be coordinates of an entry; 0 if any are.
struct TaskSet {
  Bound vars = 0;
  std::vector<Bound> atoms;
  friend bool operator==(const TaskSet&, const TaskSet&) = default;
};
using Tasks = std::vector<TaskSet>;

/// Whether `a` has at most as many elements as `b` for all data: it is a part of the projection of `b` to the variables
/// of `a`. Sufficient, and necessary if no extent and no operand is empty.
bool isIncluded(const TaskSet& a, const TaskSet& b);

/// Whether each set of `a` is included in one of `b`: its tasks are asymptotically no more, for all data.
bool dominates(const Tasks& a, const Tasks& b);
/// The same, but not the other way round.
bool strictlyDominates(const Tasks& a, const Tasks& b);

}  // namespace stardust::planner
