#include "operators/bounded_functions.h"

#include <algorithm>
#include <initializer_list>

namespace stardust::operators::bounds {
namespace {

constexpr double undetermined = std::numeric_limits<double>::quiet_NaN();
constexpr double pi = 3.14159265358979323846;
/// Mathematical libraries are accurate to 4 units in the last place; two of them are compared.
constexpr double unitsOfLibraries = 8;

double epsilonOf(ValueType type) {
  return realOf(type) == ValueType::Float32 ? double{std::numeric_limits<float>::epsilon()}
                                            : std::numeric_limits<double>::epsilon();
}

// Whether the operand may be 0 in one computation and another number in another one.
bool mayBeZero(const Rounding& rounding, const Bounded<double>& a) {
  const double distance = distanceOf(rounding, a);
  return distance != 0 && !(std::abs(a.value) > distance);
}

}  // namespace

double distanceOf(const Rounding& rounding, const Bounded<double>& a) {
  if (a.isExact || a.terms == 0) return 0;
  if (std::isnan(a.magnitude)) return undetermined;
  if (!std::isfinite(a.value)) return std::isinf(a.magnitude) ? 0 : undetermined;
  if (std::isinf(a.magnitude)) return undetermined;
  return errorBound(rounding.type, magnitudeOfProduct(rounding.type, a.magnitude, a.growth),
                    a.terms + rounding.termRoundings);
}

void within(const Rounding& rounding, double distance, Bounded<double>& result) {
  const double value = result.value, terms = 1 + unitsOfLibraries;
  result = {value, std::numeric_limits<double>::infinity(), terms, 1};
  if (!std::isfinite(distance)) {
    result.magnitude = undetermined;
  } else if (std::isfinite(value)) {
    const double roundings = terms + rounding.termRoundings + 1;
    result.magnitude = std::abs(value) + distance / (roundings * epsilonOf(rounding.type));
    if (mayOverflow(rounding.type, std::abs(value) + distance)) result.magnitude = undetermined;
  }
}

void sure(bool isSure, Bounded<double>& result) {
  const double magnitude =
      std::isfinite(result.value) ? std::abs(result.value) : std::numeric_limits<double>::infinity();
  result = {result.value, isSure ? magnitude : undetermined, 1, 1, isSure};
}

void wave(const Rounding& rounding, Values of, Bounded<double>& result) {
  within(rounding, distanceOf(rounding, of[0]), result);
}

void norm(const Rounding& rounding, Values of, Bounded<double>& result) {
  within(rounding, distanceOf(rounding, of[0]) + distanceOf(rounding, of[1]), result);
}

void tangent(const Rounding& rounding, Values of, Bounded<double>& result) {
  const double a = of[0].value, distance = distanceOf(rounding, of[0]);
  const auto branch = [](double x) { return std::floor(x / pi + 0.5); };
  const bool isOneBranch = distance == 0 || branch(a - distance) == branch(a + distance);
  within(rounding, isOneBranch ? spreadOf<std::tan>(a, distance) : undetermined, result);
}

void hyperbolicCosine(const Rounding& rounding, Values of, Bounded<double>& result) {
  const double a = of[0].value, distance = distanceOf(rounding, of[0]);
  const double aroundZero = std::abs(a) <= distance ? result.value - 1 : 0;
  within(rounding, std::max(spreadOf<std::cosh>(a, distance), aroundZero), result);
}

// The slope at radius r is 1/r. The angle jumps at the negative half of the first axis, where the sign of a 0 decides.
void angle(const Rounding& rounding, Values of, Bounded<double>& result) {
  const double y = of[0].value, x = of[1].value;
  const double ofY = distanceOf(rounding, of[0]), ofX = distanceOf(rounding, of[1]), distance = ofX + ofY;
  const bool isAtJump = !(std::abs(y) > ofY) && x - ofX <= 0;
  const double radius = std::hypot(x, y) - distance;
  const double spread = distance == 0 ? 0 : radius > 0 ? pi / 2 * distance / radius : undetermined;
  within(rounding, isAtJump ? undetermined : spread, result);
}

// The angle of a real number is 0 or pi.
void argument(const Rounding& rounding, Values of, Bounded<double>& result) {
  if (mayBeZero(rounding, of[0]) || of[0].value == 0) result = {result.value, undetermined, 1, 1};
  else within(rounding, 0, result);
}

// With a positive base, the power is monotone in the base and in the exponent. With an exact whole exponent n >= 1, its
// slope is n |a|^(n-1). 0 to a negative power is an infinity of either sign.
void power(const Rounding& rounding, Values of, Bounded<double>& result) {
  const double a = of[0].value, b = of[1].value;
  const double ofA = distanceOf(rounding, of[0]), ofB = distanceOf(rounding, of[1]);
  double distance = undetermined;
  if (a == 0 && b < 0) distance = undetermined;
  else if (ofA == 0 && ofB == 0) distance = 0;
  else if (ofB == 0 && b >= 1 && b == std::floor(b)) distance = b * std::pow(std::abs(a) + ofA, b - 1) * ofA;
  else if (a - ofA > 0) {
    distance = 0;
    for (const double base : {a - ofA, a + ofA})
      for (const double exponent : {b - ofB, b + ofB})
        distance = std::max(distance, std::abs(std::pow(base, exponent) - result.value));
  }
  within(rounding, distance, result);
}

// Between jumps of the quotient, the remainder is a - q b.
void remainder(const Rounding& rounding, Values of, Bounded<double>& result) {
  const double a = of[0].value, b = of[1].value;
  const double ofA = distanceOf(rounding, of[0]), ofB = distanceOf(rounding, of[1]);
  const double quotient = std::floor(a / b);
  double distance = ofA == 0 && ofB == 0 ? 0 : ofA + std::abs(quotient) * ofB;
  if (distance != 0)
    for (const double dividend : {a - ofA, a + ofA})
      for (const double divisor : {b - ofB, b + ofB})
        if (std::floor(dividend / divisor) != quotient || (divisor < 0) != (b < 0)) distance = undetermined;
  within(rounding, distance, result);
}

void narrowing(const Rounding& rounding, Values of, Bounded<double>& result) {
  const double distance = distanceOf(rounding, of[0]);
  if (distance == 0) return sure(true, result);
  const double ofFloat = double{std::numeric_limits<float>::epsilon()} * std::abs(of[0].value);
  within(rounding, distance + ofFloat + double{std::numeric_limits<float>::min()}, result);
}

void comparison(const Rounding& rounding, Values of, Bounded<double>& result) {
  const double distance = distanceOf(rounding, of[0]) + distanceOf(rounding, of[1]);
  sure(distance == 0 || std::abs(of[0].value - of[1].value) > distance, result);
}

void truths(const Rounding& rounding, Values of, Bounded<double>& result) {
  sure(!mayBeZero(rounding, of[0]) && !mayBeZero(rounding, of[1]), result);
}

void negation(const Rounding& rounding, Values of, Bounded<double>& result) {
  sure(!mayBeZero(rounding, of[0]), result);
}

void choice(const Rounding& rounding, Values of, Bounded<double>& result) {
  const Bounded<double>& chosen = of[0].value != 0 ? of[1] : of[2];
  const double magnitude = mayBeZero(rounding, of[0]) ? undetermined : chosen.magnitude;
  result = {result.value, magnitude, std::max(chosen.terms, 1.0), chosen.growth, chosen.isExact || chosen.terms == 0};
}

void bits(const Rounding&, Values, Bounded<double>& result) { sure(true, result); }

}  // namespace stardust::operators::bounds
