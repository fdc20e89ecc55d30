// Terms of an assignment's right-hand side as sums of products.
#pragma once

#include <optional>
#include <vector>

#include "exec/reference_problem.h"

namespace stardust::exec {

/// coefficient * factors / divisors, added `repeats` times at each point. A reduction variable of the additive term
/// that this product lacks repeats the product over its extent.
template <class T>
struct Product {
  T coefficient = 1;
  std::vector<notation::Access> factors;
  std::vector<notation::Access> divisors;
  std::int64_t repeats = 1;
  double growth = 1;  ///< as Cell::growth: of the numbers in the coefficient
};

/// Distributes an additive term of the right-hand side. None if it does not distribute: with min, max, a division by a
/// sum or of integers, and with more than 4096 products.
template <class T>
std::optional<std::vector<Product<T>>> sumOfProducts(const Problem& problem, const notation::Term& term);

}  // namespace stardust::exec
