// Rows of the table: the parts of complex numbers. Of a real number, the imaginary part is 0.
#pragma once

#include <cmath>

#include "operators/bounded_complex.h"
#include "operators/bounded_functions.h"
#include "operators/rows_arithmetic.h"

namespace stardust::operators {

inline constexpr Operator complexRows[] = {
    {.text = "real",
     .name = "real part",
     .fixity = Fixity::Function,
     .arity = 1,
     .givesReal = true,
     .idempotent = true,
     .monotone = true,
     .modular = true,
     .real = [](Real a) { return a[0]; },
     .integer = [](Integer a) { return a[0]; },
     .complex = [](Complexes a) { return Complex(a[0].real()); },
     .bound = bounds::sign,
     .complexBound = bounds::part,
     .c = {.integer = "a", .real = "a", .complex = "creal{f}(a)"}},
    {.text = "imag",
     .name = "imaginary part",
     .fixity = Fixity::Function,
     .arity = 1,
     .givesReal = true,
     .idempotent = true,
     .monotone = true,
     .modular = true,
     .real = [](Real) { return 0.0; },
     .integer = [](Integer) { return Whole{0}; },
     .complex = [](Complexes a) { return Complex(a[0].imag()); },
     .bound = bounds::bits,
     .complexBound = bounds::part,
     .c = {.integer = "(T)((void)a, 0)", .real = "((void)a, 0)", .complex = "cimag{f}(a)"}},
    {.text = "conj",
     .name = "conjugate",
     .fixity = Fixity::Function,
     .arity = 1,
     .idempotent = true,
     .monotone = true,
     .modular = true,
     .real = [](Real a) { return a[0]; },
     .integer = [](Integer a) { return a[0]; },
     .complex = [](Complexes a) { return std::conj(a[0]); },
     .bound = bounds::sign,
     .c = {.integer = "a", .real = "a", .complex = "conj{f}(a)"},
     .aliases = "conjugate"},
    {.text = "arg",
     .name = "argument",
     .fixity = Fixity::Function,
     .arity = 1,
     .givesReal = true,
     .real = [](Real a) { return std::atan2(0.0, a[0]); },
     .complex = [](Complexes a) { return Complex(std::arg(a[0])); },
     .bound = bounds::argument,
     .complexBound = bounds::complexArgument,
     .c = {.real = "atan2{f}(0, a)", .complex = "carg{f}(a)"},
     .aliases = "angle"},
};

}  // namespace stardust::operators
