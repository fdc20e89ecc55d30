// The choice among equal candidates to compute an assignment: an order of its loops, and copies of tensors in other
// formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/facts.h"

namespace stardust::planner {

/// An operand as the loops read it, or the result as they assemble it, in another format than it is stored in.
struct Copy {
  notation::Access access;
  Format to;
};

/// One candidate to compute an assignment, with its estimated cost: steps of the loops (estimate.h), and of the copies.
struct Candidate {
  std::vector<notation::IndexVar> order;  ///< of the loops, outermost first
  std::vector<Copy> copies;               ///< of operands
  std::optional<Copy> result;             ///< converted back after the loops
  double steps = 0;
};

struct Choice {
  Candidate stored;            ///< the order that the formats ask for (cin::loopOrder), and the copies it needs
  Candidate best;              ///< the cheapest
  std::size_t considered = 0;  ///< candidates with an estimate
};

/// Whether there is a choice: an assignment with one nest of loops, of two to `mostVars` variables, that sums.
inline constexpr std::size_t mostVars = 8;
bool isPlannable(const notation::Assignment& assignment);

/// The cheapest candidate of a plannable assignment, with the facts of all its operands. Among equal ones, the first in
/// the order of `stored`. All orders of up to six loops are considered; of more, those that differ from `stored` by
/// moves of single loops, as long as one improves. O(orders * operands^2 * loops).
Choice choose(const notation::Assignment& assignment, const Facts& facts);

}  // namespace stardust::planner
