// What a right-hand side adds up.
#pragma once

#include <vector>

#include "notation/expr.h"

namespace stardust::loops {

/// The terms that it adds up, those that it subtracts negated.
std::vector<notation::Expr> termsOf(const notation::Expr& e);
/// Whether it only multiplies, divides and negates.
bool isProduct(const notation::Expr& e);

}  // namespace stardust::loops
