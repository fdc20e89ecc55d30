// Matching of sub-expressions modulo associativity and commutativity.
#pragma once

#include <string>
#include <vector>

#include "notation/expr.h"

namespace stardust::schedule {

/// Canonical text: equal for expressions that differ only in the order and grouping of such operands.
std::string canonical(const notation::Expr& expr);

struct Replaced {
  notation::Expr expr;    ///< null if there is no match
  bool isFactor = false;  ///< the part was a factor of the whole expression, or all of it: expr is rest * replacement
};
/// Replaces every occurrence of `part` in `expr`. An occurrence is a sub-expression, or a subset of the factors of a
/// product, of the terms of a sum (possibly with all signs flipped), or of the operands of an operator like min.
Replaced replaceParts(const notation::Expr& expr, const notation::Expr& part, const notation::Expr& replacement);

/// All sub-expressions, larger ones first.
std::vector<notation::Expr> subExpressions(const notation::Expr& expr);

}  // namespace stardust::schedule
