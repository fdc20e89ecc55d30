// Is this the right result?
#pragma once

#include <string>

#include "exec/reference.h"

namespace stardust::exec {

struct Comparison {
  bool verified = false;
  /// The largest |actual - expected| / magnitude, where magnitude is the sum of the absolute values of the terms (>=
  /// |expected|): the scale at which rounding happens, so that cancellation does not look like an error. 0 for integers
  /// that agree.
  double maxRelativeError = 0;
  std::size_t wrongValues = 0;  ///< counted only where the structure agrees
  /// Empty if verified. Else a sentence that names the first difference, for a value by its 1-based coordinate, as in
  /// files: "y(3) is 2.5, but 2.25 was expected (the bound on rounding errors is 1.2e-07); 4 of 10 values are wrong".
  std::string difference;
};

/// Structure (dimensions, level formats, positions, coordinates) must agree exactly, integers too, floating point
/// within errorBound(); which equal values a result merges follows from its values, so it is compared coordinate by
/// coordinate; NaN matches NaN, and an infinity matches the same infinity. Where the terms are so large that
/// their sum may overflow in some order, what is not finite is accepted; where min or max met a NaN, or a partial
/// product may overflow, anything is. `name` is how to call the tensor. O(stored).
Comparison compare(const Evaluated& expected, const Storage& actual, const std::string& name = "the result");

}  // namespace stardust::exec
