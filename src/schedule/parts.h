// Expressions up to the order of operands of operators that commute and associate, such as factors and terms: where a
// part of one occurs.
#pragma once

#include <string>
#include <vector>

#include "notation/expr.h"

namespace stardust::schedule {

/// The same text for expressions that differ only in the order and grouping of such operands.
std::string canonical(const notation::Expr& expr);

struct Replaced {
  notation::Expr expr;    ///< null if the part does not occur
  bool isFactor = false;  ///< the part was a factor of the whole, or all of it: expr is rest * replacement
};
/// `expr` with every occurrence of `part` replaced: a sub-expression, or some of the factors of a product, of the terms
/// of a sum (all with the opposite signs, too), or of the operands of min or its like.
Replaced replaceParts(const notation::Expr& expr, const notation::Expr& part, const notation::Expr& replacement);

/// All sub-expressions, larger ones first.
std::vector<notation::Expr> subExpressions(const notation::Expr& expr);

}  // namespace stardust::schedule
