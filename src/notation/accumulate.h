// Reducing assignments: their terms, and old contents as an operand.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "notation/expr.h"

namespace stardust::notation {

/// The variables that a reduction into `result` covers: those of the expression that the result does not have.
std::vector<IndexVar> reductionVariables(const Expr& expr, const Access& result);

/// Whether the assignment reduces truth values, as or= does. Other values then count as 1, except 0.
inline bool isLogical(const AssignOp& op) { return op != AssignOp::Set && op.reduction()->givesTruth; }

/// The parts that an assignment with a full reduction (min=, max=, *=, or=) reduces separately. Each part is reduced
/// over its own variables, at the coordinates where all its sparse operands are stored. For an idempotent operator such
/// as min, the parts are the operands of its outermost calls: d(i) min= min(old(i), A(i,j) + x(j)) keeps old(i) in rows
/// without an edge. For any other operator, such as *, the whole expression is the only part. A part of a logical
/// reduction is a truth value: that of or= A(i,j) is A(i,j) != 0.
std::vector<Expr> reductionTerms(const AssignOp& op, const Expr& rhs);

/// An assignment whose old contents are an explicit operand.
struct Accumulation {
  Assignment assignment;
  TensorVar old;  ///< declared like the result, under a fresh name: y_old, y_old2, …
};
/// y(i) += e → y(i) = y_old(i) + e, and for an idempotent operator such as min, y(i) min= e → y(i) min= min(y_old(i),
/// e). The pattern of the result is the union of its old pattern and that of e. None for =, and for *=, whose old
/// contents are not a factor. `oldName`: the name of the operand, if not empty. `reserved`: other used names.
std::optional<Accumulation> withOldContents(const Assignment& assignment, const std::string& oldName = {},
                                            const std::set<std::string>& reserved = {});

}  // namespace stardust::notation
