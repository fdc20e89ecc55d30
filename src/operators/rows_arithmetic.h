// Rows of the table: sums, products and selections.
#pragma once

#include <algorithm>
#include <cmath>

#include "operators/operator.h"

namespace stardust::operators {

using Real = const double*;
using Integer = const Whole*;
using Place = Element::Place;

inline constexpr Constant zero{}, one{Constant::Kind::Number, 1};

// The number modulo 2^64.
inline std::uint64_t bits(Whole value) { return static_cast<std::uint64_t>(value); }
inline Whole number(std::uint64_t bits) { return static_cast<Whole>(bits); }

// NaN if either operand is NaN.
inline double smaller(double a, double b) { return std::isnan(a) || std::isnan(b) ? a + b : b < a ? b : a; }
inline double larger(double a, double b) { return std::isnan(a) || std::isnan(b) ? a + b : b < a ? a : b; }

// One row for each operator, the only definition of its properties.
inline constexpr Operator arithmeticRows[] = {
    {.text = "+",
     .name = "sum",
     .fixity = Fixity::Infix,
     .precedence = 9,
     .arity = 2,
     .inExpressions = "sum",
     .identity = Element{zero},
     .commutes = true,
     .associates = true,
     .monotone = true,
     .modular = true,
     .real = [](Real a) { return a[0] + a[1]; },
     .integer = [](Integer a) { return number(bits(a[0]) + bits(a[1])); },
     .bound = bounds::sum,
     .spatial = "+",
     .aliases = "add"},
    {.text = "-",
     .name = "difference",
     .fixity = Fixity::Infix,
     .precedence = 9,
     .arity = 2,
     .ofNumbersOnly = true,
     .identity = Element{zero, Place::Second},
     .modular = true,
     .real = [](Real a) { return a[0] - a[1]; },
     .integer = [](Integer a) { return number(bits(a[0]) - bits(a[1])); },
     .bound = bounds::sum,
     .spatial = "-",
     .aliases = "sub subtract"},
    {.text = "*",
     .name = "product",
     .fixity = Fixity::Infix,
     .precedence = 10,
     .arity = 2,
     .inExpressions = "prod",
     .identity = Element{one},
     .annihilator = Element{zero},
     .commutes = true,
     .associates = true,
     .modular = true,
     .real = [](Real a) { return a[0] * a[1]; },
     .integer = [](Integer a) { return number(bits(a[0]) * bits(a[1])); },
     .bound = bounds::product,
     .boundOfReduction = bounds::productOfMany,
     .spatial = "*",
     .aliases = "mul multiply dot inner outer matmul"},
    {.text = "/",
     .name = "quotient",
     .fixity = Fixity::Infix,
     .precedence = 10,
     .arity = 2,
     .ofNumbersOnly = true,
     .identity = Element{one, Place::Second},
     .annihilator = Element{zero, Place::First},
     .undefinedAt0 = Undefined{1, "division"},
     .real = [](Real a) { return a[0] / a[1]; },
     // The caller wraps the quotient of the least number and -1.
     .integer = [](Integer a) { return a[0] / a[1]; },
     .bound = bounds::quotient,
     .spatial = "/",
     .aliases = "div divide"},
    {.text = "-",
     .name = "negative",
     .fixity = Fixity::Prefix,
     .arity = 1,
     .ofNumbersOnly = true,
     .modular = true,
     .real = [](Real a) { return 0 - a[0]; },
     .integer = [](Integer a) { return number(0 - bits(a[0])); },
     .bound = bounds::sign,
     .spatial = "-",
     .aliases = "neg negative"},
    {.text = "min",
     .name = "minimum",
     .fixity = Fixity::Function,
     .arity = 2,
     .inExpressions = "min",
     .identity = Element{greatest},
     .annihilator = Element{least},
     .commutes = true,
     .associates = true,
     .idempotent = true,
     .monotone = true,
     .real = [](Real a) { return smaller(a[0], a[1]); },
     .integer = [](Integer a) { return std::min(a[0], a[1]); },
     .bound = bounds::selection,
     .c = {"a < b ? a : b", "a < b || a != a ? a : b", "NaN if either is."},
     .spatial = "min",
     .reductions = "any",
     .aliases = "minimum fmin"},
    {.text = "max",
     .name = "maximum",
     .fixity = Fixity::Function,
     .arity = 2,
     .inExpressions = "max",
     .identity = Element{least},
     .annihilator = Element{greatest},
     .commutes = true,
     .associates = true,
     .idempotent = true,
     .monotone = true,
     .real = [](Real a) { return larger(a[0], a[1]); },
     .integer = [](Integer a) { return std::max(a[0], a[1]); },
     .bound = bounds::selection,
     .c = {"a > b ? a : b", "a > b || a != a ? a : b", "NaN if either is."},
     .spatial = "max",
     .aliases = "maximum fmax"},
    {.text = "abs",
     .name = "absolute value",
     .fixity = Fixity::Function,
     .arity = 1,
     .idempotent = true,
     .real = [](Real a) { return std::abs(a[0]); },
     // The caller wraps the absolute value of the least number.
     .integer = [](Integer a) { return a[0] < 0 ? -a[0] : a[0]; },
     .bound = bounds::sign,
     .c = {"a < 0 ? (T)(0 - (U)a) : a", "fabs{f}(a)", nullptr, "a"},
     .spatial = "abs",
     .aliases = "fabs absolute |"},
    {.text = "sqrt",
     .name = "square root",
     .fixity = Fixity::Function,
     .arity = 1,
     .monotone = true,
     .real = [](Real a) { return std::sqrt(a[0]); },
     .bound = bounds::squareRoot,
     .c = {nullptr, "sqrt{f}(a)"},
     .spatial = "sqrt"},
};

}  // namespace stardust::operators
