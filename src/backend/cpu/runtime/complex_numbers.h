/* Complex numbers: C's own types and functions, but for products.

   C99's product recovers infinities by a function call for each product that is not a number (annex G). Here a product
   with an operand that is not finite is not finite, and its parts are unspecified, as with CX_LIMITED_RANGE. */
#ifndef STARDUST_RUNTIME_COMPLEX_NUMBERS_H
#define STARDUST_RUNTIME_COMPLEX_NUMBERS_H

#include "base.h"

/* After base.h, which asks for all functions of the C library. */
#include <complex.h>
/* Names of tensors. */
#undef I
#undef complex

typedef float _Complex complex64;
typedef double _Complex complex128;

/* By its parts in memory: with + and *, a zero or an infinity would change the other part. */
LOCAL inline complex64 complex_c64(float real, float imaginary) {
  const float parts[2] = {real, imaginary};
  complex64 number;
  memcpy(&number, parts, sizeof number);
  return number;
}
LOCAL inline complex128 complex_c128(double real, double imaginary) {
  const double parts[2] = {real, imaginary};
  complex128 number;
  memcpy(&number, parts, sizeof number);
  return number;
}

LOCAL inline complex64 times_c64(complex64 a, complex64 b) {
  const float x = crealf(a), y = cimagf(a), u = crealf(b), v = cimagf(b);
  return complex_c64(x * u - y * v, x * v + y * u);
}
LOCAL inline complex128 times_c128(complex128 a, complex128 b) {
  const double x = creal(a), y = cimag(a), u = creal(b), v = cimag(b);
  return complex_c128(x * u - y * v, x * v + y * u);
}

/* A small whole exponent multiplies. 0 to the power 0 is 1. */
LOCAL complex128 power_of_c128(complex128 a, complex128 b) {
  const double real = creal(b), exponent = fabs(real);
  if (b == 0) return 1;
  if (a == 0) return real > 0 ? 0 : complex_c128(NAN, NAN);
  if (cimag(b) != 0 || exponent > 64 || exponent != floor(exponent)) return cexp(times_c128(b, clog(a)));
  complex128 result = 1, factor = a;
  for (int n = (int)exponent; n > 0; n /= 2, factor = times_c128(factor, factor))
    if (n % 2 != 0) result = times_c128(result, factor);
  return real < 0 ? 1 / result : result;
}
LOCAL complex64 power_of_c64(complex64 a, complex64 b) { return (complex64)power_of_c128(a, b); }

#endif
