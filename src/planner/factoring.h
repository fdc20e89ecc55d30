// Products of several factors, and sums of products, as sequences of statements with temporaries.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "planner/facts.h"

namespace stardust::planner {

/// The statements compute the same as the assignment, up to the rounding of floating-point sums: temporaries first, the
/// result last. A temporary stores the coordinates of the product that it holds.
struct Factoring {
  std::vector<notation::Assignment> statements;
  double steps = 0;     ///< of all statements, with their copies
  double together = 0;  ///< of the assignment as one statement
  Facts facts = {};     ///< of all operands and temporaries
};

/// The cheapest factoring of a product of three to `mostFactors` tensors, by the estimates of `choose` (plan.h), or a
/// sum whose terms share factors (distributing.h). Nothing if the assignment is neither, or unless the factoring is
/// worthwhile. A temporary of a product sums at least one variable away. `reserved`: names that no temporary may have.
/// Exponential in the number of factors.
inline constexpr std::size_t mostFactors = 5;
std::optional<Factoring> factoring(const notation::Assignment& assignment, const Facts& facts,
                                   const std::set<std::string>& reserved, Abilities abilities = {});

}  // namespace stardust::planner
