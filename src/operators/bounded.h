// Values with error bounds, to compare two computations of the same result.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/value_type.h"

namespace stardust::operators {

/// The distance at which two floating-point computations of the same value may lie from each other.
///
/// A value is a sum of products. For any order of summation, every term passes through at most n roundings (one
/// for each operand read in a narrower type, one for each product, and one for each addition), so with u = epsilon/2
///     |computed - exact| <= ((1+u)^n - 1) * sum |term|
/// (Higham, "Accuracy and Stability of Numerical Algorithms", section 4.2: the bound for any ordering). The expected
/// value has an error of the same form, so the distance is at most ((1+u)^n - 1) * 2 * magnitude <= ((1+epsilon)^n - 1)
/// * magnitude; for small n*epsilon that is n*epsilon*magnitude. One more operation stands for the final rounding of
/// the expected value. Products that underflow lose an absolute amount instead, at most the smallest normal number
/// each. 0 for integer types.
double errorBound(ValueType type, double magnitude, double operations);

/// A smaller bound that costs less: n*epsilon*magnitude <= ((1+epsilon)^n - 1) * magnitude.
inline double leastErrorBound(ValueType type, double magnitude, double operations) {
  const double epsilon = realOf(type) == ValueType::Float32 ? double{std::numeric_limits<float>::epsilon()}
                                                            : std::numeric_limits<double>::epsilon();
  return isInteger(type) ? 0 : operations * epsilon * magnitude;
}

/// The magnitude of a product whose factors may be multiplied in any order. It makes errorBound() cover the underflow
/// of partial products of small factors, scaled by `growth`, the product of the factors above 1. NaN if a partial
/// product may overflow: no bound exists.
double magnitudeOfProduct(ValueType type, double magnitude, double growth);

/// Whether numbers up to this magnitude may overflow the type, or may be too small to keep full precision. A magnitude
/// of NaN may overflow; integers do neither.
bool mayOverflow(ValueType type, double magnitude);
bool mayUnderflow(ValueType type, double magnitude);

/// The type to which values are rounded, and the number of roundings of a term inside its products.
struct Rounding {
  ValueType type;
  double termRoundings;
};

/// A value, a partial sum or another reduction. terms == 0: no stored value.
template <class T>
struct Bounded {
  T value = 0;
  double magnitude = 0;  ///< the sum of |term|; infinite: the error is unbounded; NaN: undetermined
  double terms = 0;
  double growth = 1;  ///< product of all factors above 1 in magnitude, an upper bound of every partial product in any
                      ///< order
  bool isExact = false;  ///< every computation yields this very number

  void add(const Bounded& other) {
    isExact = (terms == 0 && other.isExact) || (other.terms == 0 && isExact);
    value += other.value;
    magnitude += other.magnitude;
    terms += other.terms;
    growth = std::max(growth, other.growth);
  }

  /// The factor by which this value may enlarge a product. A user-supplied infinity stays infinite in any order.
  double enlarges() const { return std::isinf(magnitude) ? growth : std::max(growth, magnitude); }
};

/// Error bounds of results, by operator. On entry, `result` holds the value; each function fills in the rest.
namespace bounds {
using Values = const Bounded<double>*;
void sum(const Rounding& rounding, Values operands, Bounded<double>& result);
void product(const Rounding& rounding, Values operands, Bounded<double>& result);
/// one additional factor of a product
void productOfMany(const Rounding& rounding, Values operands, Bounded<double>& result);
void quotient(const Rounding& rounding, Values operands, Bounded<double>& result);
void selection(const Rounding& rounding, Values operands, Bounded<double>& result);
void sign(const Rounding& rounding, Values operands, Bounded<double>& result);  ///< error-free: negation or identity
void squareRoot(const Rounding& rounding, Values operands, Bounded<double>& result);
}  // namespace bounds

}  // namespace stardust::operators
