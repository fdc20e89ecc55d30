// Values with what is needed to judge another computation of them.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/value_type.h"

namespace stardust::operators {

/// The distance at which two floating-point computations of the same value may lie from each other.
///
/// A value is a sum of products. Whatever the order of summation, every term passes through at most n roundings (one
/// for each operand read in a narrower type, one for each product, and one for each addition), so with u = epsilon/2
///     |computed - exact| <= ((1+u)^n - 1) * sum |term|
/// (Higham, "Accuracy and Stability of Numerical Algorithms", section 4.2: the bound for any ordering). The expected
/// value has an error of the same form, so the distance is at most ((1+u)^n - 1) * 2 * magnitude <= ((1+epsilon)^n - 1)
/// * magnitude; for small n*epsilon that is n*epsilon*magnitude. One more operation stands for the final rounding of
/// the expected value. Products that underflow lose an absolute amount instead, at most the smallest normal number
/// each. 0 for integer types.
double errorBound(ValueType type, double magnitude, double operations);

/// The magnitude that stands for a product whose factors come in any order, so that errorBound() covers what partial
/// products of its small factors lose to underflow and `growth`, the product of its factors above 1, enlarges. NaN if a
/// partial product may overflow: nothing can be judged.
double magnitudeOfProduct(ValueType type, double magnitude, double growth);

/// Whether numbers up to this magnitude may be too large for the type, or may be too small to keep their digits. A
/// magnitude of NaN may overflow; integers do neither.
bool mayOverflow(ValueType type, double magnitude);
bool mayUnderflow(ValueType type, double magnitude);

/// In which type values are rounded, and how often a term may be rounded inside its products.
struct Rounding {
  ValueType type;
  double termRoundings;
};

/// A value, a partial sum or another reduction. terms == 0: nothing is stored here.
template <class T>
struct Bounded {
  T value = 0;
  double magnitude = 0;  ///< the sum of |term|; infinite: nothing bounds the error; NaN: nothing can be judged
  double terms = 0;
  double growth = 1;  ///< the factors of a product that are above 1 in magnitude, multiplied: no partial product is
                      ///< larger, in any order

  void add(const Bounded& other) {
    value += other.value;
    magnitude += other.magnitude;
    terms += other.terms;
    growth = std::max(growth, other.growth);
  }

  /// What it may enlarge a product by. An infinity given by the user stays what it is in any order.
  double enlarges() const { return std::isinf(magnitude) ? growth : std::max(growth, magnitude); }
};

/// How the value of a result may be off, by operator. Each expects the value in `result`, and fills in the rest.
namespace bounds {
using Values = const Bounded<double>*;
void sum(const Rounding& rounding, Values operands, Bounded<double>& result);
void product(const Rounding& rounding, Values operands, Bounded<double>& result);
void productOfMany(const Rounding& rounding, Values operands, Bounded<double>& result);  ///< one more factor of many
void quotient(const Rounding& rounding, Values operands, Bounded<double>& result);
void selection(const Rounding& rounding, Values operands, Bounded<double>& result);
void sign(const Rounding& rounding, Values operands, Bounded<double>& result);  ///< of what is only negated, or not
void squareRoot(const Rounding& rounding, Values operands, Bounded<double>& result);
}  // namespace bounds

}  // namespace stardust::operators
