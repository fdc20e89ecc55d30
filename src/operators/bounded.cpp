#include "operators/bounded.h"

#include <limits>

#include "support/elements.h"

namespace stardust::operators {
namespace {

struct Limits {
  double epsilon, smallest, largest;
};
template <class T>
constexpr Limits limitsOf = {std::numeric_limits<T>::epsilon(), std::numeric_limits<T>::min(),
                             std::numeric_limits<T>::max()};
// Of the type in which values are computed.
const Limits& limits(ValueType type) { return realOf(type) == ValueType::Float64 ? limitsOf<double> : limitsOf<float>; }

// The last rounding of a value that is computed in float, in two computations.
double errorOfNarrowing(ValueType type, double magnitude) {
  const auto& [epsilon, smallest, largest] =
      type == ValueType::Float16 ? limitsOf<Float16Element> : limitsOf<Bfloat16Element>;
  return epsilon * (magnitude + smallest);
}

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double unjudged = std::numeric_limits<double>::quiet_NaN();

double errorOf(const Rounding& rounding, const Bounded<double>& a) {
  return errorBound(rounding.type, a.magnitude, a.terms + rounding.termRoundings);
}

}  // namespace

double errorBound(ValueType type, double magnitude, double operations) {
  if (isInteger(type)) return 0;
  const auto& [epsilon, smallest, largest] = limits(type);
  const double roundings = operations + 1;
  const double error = std::expm1(roundings * std::log1p(epsilon)) * magnitude + roundings * smallest;
  return isHalf(type) ? error + errorOfNarrowing(type, magnitude + error) : error;
}

double magnitudeOfProduct(ValueType type, double magnitude, double growth) {
  const auto& [epsilon, smallest, largest] = limits(type);
  if (mayOverflow(type, growth)) return unjudged;
  return growth <= 1 || std::isinf(magnitude) ? magnitude : magnitude + growth * smallest / epsilon;
}

bool mayOverflow(ValueType type, double magnitude) { return !isInteger(type) && !(magnitude <= limits(type).largest); }

bool mayUnderflow(ValueType type, double magnitude) { return !isInteger(type) && magnitude < limits(type).smallest; }

namespace bounds {

void sum(const Rounding&, Values of, Bounded<double>& result) {
  const Bounded<double>&a = of[0], &b = of[1];
  result = {result.value, a.magnitude + b.magnitude, a.terms + b.terms, std::max(a.growth, b.growth)};
}

void product(const Rounding&, Values of, Bounded<double>& result) {
  const Bounded<double>&a = of[0], &b = of[1];
  result = {result.value, a.magnitude * b.magnitude, a.terms * b.terms, a.enlarges() * b.enlarges()};
}

// Every factor contributes its own error. Partial products may be as large as the product of all factors above 1.
void productOfMany(const Rounding& rounding, Values of, Bounded<double>& result) {
  const Bounded<double>&a = of[0], &b = of[1];
  const auto growthOf = [](const Bounded<double>& x) { return std::max(x.growth, x.magnitude); };
  result = {result.value, a.magnitude * b.magnitude, a.terms + b.terms + rounding.termRoundings + 1,
            growthOf(a) * growthOf(b)};
}

// |a'/b' - a/b| <= (|a'-a| + |a/b| |b'-b|) / |b'|. With |a'-a| <= p |a|m and |b'-b| <= q |b|m (m: magnitudes), and |b'|
// >= |b|/2 while q |b|m <= |b|/2, that is at most (p+q) * 2 |a|m |b|m / b^2. Beyond that, the error is unbounded.
void quotient(const Rounding& rounding, Values of, Bounded<double>& result) {
  const Bounded<double>&a = of[0], &b = of[1];
  const double divisor = std::abs(b.value), terms = a.terms + b.terms - 1;
  const double growth = std::max(a.enlarges() * std::max(1.0, divisor == 0 ? 1 : 1 / divisor), b.growth);
  if (b.magnitude <= divisor || divisor == 0) {
    result = {result.value, a.magnitude / divisor, terms, growth};
    return;
  }
  const double magnitude = 2 * (a.magnitude / divisor) * (b.magnitude / divisor);
  result = {result.value, errorOf(rounding, b) <= divisor / 2 ? magnitude : unbounded, terms, growth};
}

// A selection does not round, but its operands are rounded: with two close operands, the other one may be selected.
void selection(const Rounding& rounding, Values of, Bounded<double>& result) {
  const Bounded<double>&a = of[0], &b = of[1];
  const double value = result.value, growth = std::max(a.growth, b.growth);
  // The selected value then depends on the order of evaluation.
  if (std::isnan(value) || std::isnan(a.magnitude) || std::isnan(b.magnitude)) {
    result = {value, unjudged, std::max({a.terms, b.terms, 1.0}), growth};
    return;
  }
  const double slack = 2 * (errorOf(rounding, a) + errorOf(rounding, b));
  const bool far = std::abs(a.value - b.value) > slack || std::isinf(a.value) || std::isinf(b.value);
  const Bounded<double>& chosen = value == a.value ? a : b;
  if (far) result = {value, chosen.magnitude, std::max(chosen.terms, 1.0), growth};  // an absent 0 may be selected
  else result = {value, std::max(a.magnitude, b.magnitude), std::max(a.terms, b.terms), growth};
  result.isExact = (a.isExact || a.terms == 0) && (b.isExact || b.terms == 0);
}

void sign(const Rounding&, Values of, Bounded<double>& result) {
  result = {result.value, of[0].magnitude, of[0].terms, of[0].growth, of[0].isExact};
}

// |√a' - √a| = |a' - a| / (√a' + √a) <= |a' - a| / √a. The error is undetermined if a' may lie on the other side of 0
// than a, so that only one of them has a root, or if it may be infinite. The root of a definitely negative operand is
// NaN.
void squareRoot(const Rounding& rounding, Values of, Bounded<double>& result) {
  const Bounded<double>& a = of[0];
  const double terms = std::max(a.terms, 1.0);
  const bool isExact = a.magnitude == 0 || !std::isfinite(a.value);
  const bool isSure =
      isExact || (errorOf(rounding, a) <= std::abs(a.value) / 2 && !mayOverflow(rounding.type, a.magnitude));
  if (!isSure || std::isnan(a.magnitude)) result = {result.value, unjudged, terms, a.growth};
  else if (std::isnan(result.value)) result = {result.value, unbounded, terms, a.growth};
  else if (isExact) result = {result.value, a.magnitude, terms, a.growth};
  else result = {result.value, a.magnitude / result.value, terms, a.growth * std::max(1.0, 1 / result.value)};
}

}  // namespace bounds
}  // namespace stardust::operators
