// The right-hand side of an assignment as a sum of products.
#pragma once

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
};

/// Throws Error (unsupported) for a division of integers, and for more than 4096 products.
template <class T>
std::vector<Product<T>> sumOfProducts(const Problem& problem);

}  // namespace stardust::exec
