// Values of operators for complex numbers, in double precision.
#pragma once

#include <cmath>
#include <complex>
#include <limits>

namespace stardust::operators {

using Complex = std::complex<double>;

// Without the recovery of infinities of C99's annex G: a product with an operand that is not finite is not finite, and
// its parts are unspecified. Kernels compute it in the same way.
inline Complex productOf(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// The greatest exponent whose power is a product of factors.
inline constexpr double mostFactors = 64;

// a^0 = 1, and 0^b = 0 for a real part of b above 0, as in NumPy. A small whole exponent multiplies, so that a power is
// as precise as the product that it stands for.
inline Complex complexPower(const Complex& a, const Complex& b) {
  if (b == 0.0) return 1;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (a == 0.0) return b.real() > 0 ? Complex() : Complex(none, none);
  const double exponent = std::abs(b.real());
  if (b.imag() != 0 || exponent > mostFactors || exponent != std::floor(exponent)) return std::exp(b * std::log(a));
  Complex result = 1, factor = a;
  for (auto n = static_cast<int>(exponent); n > 0; n /= 2, factor = productOf(factor, factor))
    if (n % 2 != 0) result = productOf(result, factor);
  return b.real() < 0 ? 1.0 / result : result;
}

}  // namespace stardust::operators
