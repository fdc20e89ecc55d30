// Sums whose terms share factors: A(i,j) = B(i,k) * C(k,j) + D(i,k) * C(k,j) as t1(i,k) = B(i,k) + D(i,k), and
// A(i,j) = t1(i,k) * C(k,j).
#pragma once

#include "planner/factoring.h"

namespace stardust::planner {

/// The sum with the shared factors of its terms taken out, one group of terms after the other, as long as the estimate
/// of all statements gets smaller. Terms are a group if the rests of their factors are tensors with the same variables,
/// so that the temporary sums nothing away and repeats nothing. Nothing unless the statements take at most
/// 1 / `worthwhileShared` of the steps: the estimates of both sides have the same errors. Products of `mostTerms` terms
/// at most.
inline constexpr double worthwhileShared = 1.25;
inline constexpr std::size_t mostTerms = 8;
std::optional<Factoring> distributing(const notation::Assignment& assignment, const Facts& facts,
                                      const std::set<std::string>& reserved, Abilities abilities);

}  // namespace stardust::planner
