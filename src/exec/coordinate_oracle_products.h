// Terms of the right-hand side of an assignment as sums of products.
#pragma once

#include <optional>
#include <vector>

#include "exec/reference_problem.h"

namespace stardust::exec {

/// coefficient * factors / divisors, added `repeats` times at each point: a variable that the additive term sums over,
/// but this product of it does not have, repeats the product over its extent.
template <class T>
struct Product {
  T coefficient = 1;
  std::vector<notation::Access> factors;
  std::vector<notation::Access> divisors;
  std::int64_t repeats = 1;
  double growth = 1;  ///< as Cell::growth: of the numbers that the coefficient is made of
};

/// An additive term of the right-hand side, distributed. Nothing where it does not distribute: with min, max, a
/// division by a sum or of integers, and where that makes more than 4096 products.
template <class T>
std::optional<std::vector<Product<T>>> sumOfProducts(const Problem& problem, const notation::Term& term);

}  // namespace stardust::exec
