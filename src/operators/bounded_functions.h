// Error bounds of functions, comparisons and choices. A function of one operand is bounded by its values at the ends of
// the interval in which the operand lies.
#pragma once

#include <cmath>
#include <limits>

#include "operators/bounded.h"

namespace stardust::operators::bounds {

/// The distance at which another computation of the operand may lie: 0 of an exact operand, NaN if nothing is known.
double distanceOf(const Rounding& rounding, const Bounded<double>& a);
/// Fills in the result of a function whose exact values lie this far apart. NaN: undetermined.
void within(const Rounding& rounding, double distance, Bounded<double>& result);
/// A result that every computation yields, such as a truth value; `isSure`: no operand is near a jump.
void sure(bool isSure, Bounded<double>& result);

/// The distance of the values of a monotone function over an interval, or NaN if it has no value at an end.
template <double (*f)(double)>
double spreadOf(double a, double distance) {
  const double value = f(a), below = f(a - distance), above = f(a + distance);
  if (distance == 0 || (value == below && value == above)) return 0;
  if (std::isnan(value)) return std::isnan(below) && std::isnan(above) ? 0 : value;
  return std::max(std::abs(above - value), std::abs(below - value));
}

template <double (*f)(double)>
void monotone(const Rounding& rounding, Values of, Bounded<double>& result) {
  within(rounding, spreadOf<f>(of[0].value, distanceOf(rounding, of[0])), result);
}
/// A function that is constant between jumps, such as floor.
template <double (*f)(double)>
void step(const Rounding& rounding, Values of, Bounded<double>& result) {
  sure(spreadOf<f>(of[0].value, distanceOf(rounding, of[0])) == 0, result);
}
void wave(const Rounding& rounding, Values of, Bounded<double>& result);  ///< a slope of at most 1: sin, cos
void norm(const Rounding& rounding, Values of, Bounded<double>& result);  ///< hypot
void tangent(const Rounding& rounding, Values of, Bounded<double>& result);
void hyperbolicCosine(const Rounding& rounding, Values of, Bounded<double>& result);
void angle(const Rounding& rounding, Values of, Bounded<double>& result);     ///< atan2(y, x)
void argument(const Rounding& rounding, Values of, Bounded<double>& result);  ///< the angle of a real number
void power(const Rounding& rounding, Values of, Bounded<double>& result);
void remainder(const Rounding& rounding, Values of, Bounded<double>& result);
void narrowing(const Rounding& rounding, Values of, Bounded<double>& result);  ///< rounds to float
void comparison(const Rounding& rounding, Values of, Bounded<double>& result);
void truths(const Rounding& rounding, Values of, Bounded<double>& result);    ///< of two truth values
void negation(const Rounding& rounding, Values of, Bounded<double>& result);  ///< of a truth value
void choice(const Rounding& rounding, Values of, Bounded<double>& result);    ///< select(c, a, b)
void bits(const Rounding& rounding, Values of, Bounded<double>& result);      ///< of integers: exact

}  // namespace stardust::operators::bounds
