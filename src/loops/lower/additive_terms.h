// Additive terms of a right-hand side.
#pragma once

#include <vector>

#include "notation/expr.h"

namespace stardust::loops {

/// The additive terms; subtracted terms are negated.
std::vector<notation::Expr> termsOf(const notation::Expr& e);
/// Whether the expression is stored exactly where all its operands are: a product, a quotient, a unary function.
bool isProduct(const notation::Expr& e);

}  // namespace stardust::loops
