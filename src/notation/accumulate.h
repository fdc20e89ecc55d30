// Assignments other than =: what they reduce, and their old contents as an operand.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "notation/expr.h"

namespace stardust::notation {

/// What an assignment that reduces all of its right-hand side reduces, each part over the variables it has and at the
/// coordinates where all its sparse operands are stored. With an operator that is idempotent, as min, the parts are the
/// operands of its outermost calls (d(i) min= min(old(i), A(i,j) + x(j)) keeps old(i) in rows without an edge); with
/// any other, as *, there is one: the whole expression.
std::vector<Expr> reductionTerms(AssignOp op, const Expr& rhs);

/// An assignment that reads its old contents as an operand of its own.
struct Accumulation {
  Assignment assignment;
  TensorVar old;  ///< declared as the result; its name is new to the assignment: y_old, y_old2, …
};
/// y(i) += e → y(i) = y_old(i) + e, and y(i) min= e → y(i) min= min(y_old(i), e), as with every operator that is
/// idempotent. The pattern of the result is the union of the old one and that of e. Nothing for =, and for *=, whose
/// old contents are no factor of what it reduces. `oldName`: what to call the operand instead, if not empty.
/// `reserved`: other names that are taken.
std::optional<Accumulation> withOldContents(const Assignment& assignment, const std::string& oldName = {},
                                            const std::set<std::string>& reserved = {});

}  // namespace stardust::notation
