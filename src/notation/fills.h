// Fill values: the values of coordinates that a sparse tensor leaves out, if they are not 0.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "notation/expr.h"

namespace stardust::notation {

/// By tensor; an infinity stands for the least or greatest value of an integer type.
using Fills = std::map<std::string, double>;

/// Whether the assignment may skip the coordinates at which the tensor is absent, although it has this fill there: each
/// reduced part that reads the tensor is then the identity of the reduction, whatever the other operands are, as
/// A(i,j) + x(j) under min= is if A is infinite. A part of = and += must be 0, and must be skipped today.
bool mayBeSkipped(const Assignment& assignment, const std::string& tensor, double fill);

/// The value of an expression in which one tensor has this value everywhere; none if it depends on other operands.
/// Infinity plus any number is infinity: other operands are finite.
std::optional<double> valueWith(const Expr& expr, const std::string& tensor, double value);

}  // namespace stardust::notation
