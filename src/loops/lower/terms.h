// What a right-hand side adds up.
#pragma once

#include <vector>

#include "notation/expr.h"

namespace stardust::loops {

/// The terms that it adds up, those that it subtracts negated.
std::vector<notation::Expr> termsOf(const notation::Expr& e);
/// Whether it is stored exactly where all of its operands are: a product, a quotient, a function of one operand.
bool isProduct(const notation::Expr& e);

}  // namespace stardust::loops
