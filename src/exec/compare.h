// Comparison of a result with the reference.
#pragma once

#include <string>

#include "exec/reference.h"

namespace stardust::exec {

struct Comparison {
  bool verified = false;
  /// The largest |actual - expected| / magnitude. The magnitude is the sum of the absolute values of the terms (>=
  /// |expected|): the scale of rounding errors, so that cancellation does not count as an error. 0 for equal integers.
  double maxRelativeError = 0;
  double terms = 0;             ///< of the sum with the largest relative error; 0 if all values are equal
  std::size_t wrongValues = 0;  ///< counted only if the structures agree
  /// Empty if verified; otherwise a sentence with the first difference. A value is identified by its 1-based
  /// coordinate, as in files: "y(3) is 2.5, but 2.25 was expected (the bound on rounding errors is 1.2e-07); 4 of 10
  /// values are wrong".
  std::string difference;
};

/// Whether at least half of the digits of the type agree in every value. A long floating-point sum may be right by the
/// error bound with fewer, because the bound grows with the number of terms.
bool agreesInDigits(const Comparison& comparison, ValueType type);

/// The structure (dimensions, level formats, positions, coordinates) and integers must agree exactly, floating-point
/// values within errorBound(), complex ones by their modulus. Of a complex number that is not finite, no part is
/// specified, so any other one matches it. A format that merges equal values is compared coordinate by coordinate,
/// because the merged structure depends on the values. NaN matches NaN, and an infinity matches the same infinity. If
/// the terms are so large that their sum may overflow in some order, any non-finite value is accepted. If min or max
/// met a NaN, or a partial product may overflow, any value is accepted. `name`: the tensor's name in messages.
/// O(stored).
Comparison compare(const Evaluated& expected, const Storage& actual, const std::string& name = "the result");

}  // namespace stardust::exec
