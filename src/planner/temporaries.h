// Temporary tensors of statements that are split.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "planner/facts.h"

namespace stardust::planner {

using Exprs = std::vector<notation::Expr>;

/// a * b * c → a, b, c.
Exprs factorsOf(const notation::Expr& expr);
/// Precondition: not empty.
notation::Expr productOf(const Exprs& factors);

/// t2, or t2_ and so on if the name is reserved. `n` counts from 0.
std::string temporaryName(std::size_t n, const std::set<std::string>& reserved);

/// The statement that computes a temporary with these variables. Its format is dense if the expression is stored
/// everywhere; else it stores the coordinates of the expression.
notation::Assignment temporaryFor(std::string name, notation::Expr of, std::vector<notation::IndexVar> indices,
                                  ValueType type, const Facts& facts);

/// Of the result of such a statement.
TensorFacts factsOfTemporary(const notation::Assignment& temporary, Facts facts);

}  // namespace stardust::planner
