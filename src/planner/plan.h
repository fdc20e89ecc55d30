// The choice among equivalent ways to compute an assignment: a loop order, and copies of tensors in other formats.
#pragma once

#include <optional>
#include <vector>

#include "planner/copies.h"
#include "planner/facts.h"

namespace stardust::planner {

/// A loop order and copies, with the estimated cost: the steps of the loops (estimate.h) and of the copies (copies.h).
struct Candidate {
  std::vector<notation::IndexVar> order;  ///< outermost first
  std::vector<Copy> copies;               ///< of operands, before the loops
  std::optional<Copy> result;             ///< converted back after the loops
  double steps = 0;
};

/// A candidate that is not taken: `by` has asymptotically fewer tasks for all data (tasks.h), makes no other copies,
/// and needs no more than `worthwhile` times its steps.
struct Dominated {
  Candidate candidate, by;
};

struct Choice {
  Candidate stored;  ///< the order that the formats ask for (cin::loopOrder), with the copies that it needs
  Candidate best;    ///< the cheapest
  /// The cheapest of those that have at most the tasks of `stored` for all data, with any copies.
  Candidate asymptotic;
  /// For each order that was tried, its cheapest candidate: cheapest order first, and no more than `mostShown`.
  std::vector<Candidate> orders;
  std::vector<Dominated> dominated;  ///< the first `mostShown` of them
  std::size_t considered = 0;        ///< candidates with an estimate
};
inline constexpr std::size_t mostShown = 5;

/// Another candidate than the stored one is taken if it needs at most `1 / worthwhile` of its estimated steps:
/// estimates are not more exact than that.
inline constexpr double worthwhile = 2;
/// The same where the stored candidate makes copies itself: both have the errors of estimated copies.
inline constexpr double worthwhileOfCopies = 1.25;

/// Whether there is a choice: an assignment of one loop nest, with two to `mostVars` variables, that sums.
inline constexpr std::size_t mostVars = 8;
bool isPlannable(const notation::Assignment& assignment);

/// The cheapest candidate for a plannable assignment, with the facts of all its operands; `stored` wins ties. Up to
/// `mostInAllOrders` loops, all orders are considered; beyond, those that differ from `stored` by moves of single
/// loops, as long as a move improves the estimate. O(orders * operands^2 * loops).
inline constexpr std::size_t mostInAllOrders = 5;
/// `Result::Fixed`: the result keeps its format, since other terms of a sum are added to it.
enum class Result { Convertible, Fixed };
Choice choose(const notation::Assignment& assignment, const Facts& operands, Abilities abilities = {},
              Result result = Result::Convertible);

}  // namespace stardust::planner
