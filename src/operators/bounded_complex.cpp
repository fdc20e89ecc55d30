#include "operators/bounded_complex.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "operators/bounded_functions.h"

namespace stardust::operators::bounds {
namespace {

using Complex = std::complex<double>;

constexpr double noRadius = std::numeric_limits<double>::quiet_NaN();
/// Functions of complex numbers are composed of those of real numbers, in each of two libraries.
constexpr double unitsOfComplexFunctions = 32;

bool isFinite(const Complex& z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

// Of the value of an operand; NaN if nothing is known.
double radiusOf(const Rounding& rounding, const ComplexBounded& a) {
  return isFinite(a.value) ? distanceOf(rounding, modulusOf(a)) : noRadius;
}

void unjudged(ComplexBounded& result) { result = {result.value, noRadius, 1, 1}; }

// Fills in the result of a function whose values lie this far apart.
void withinDisc(const Rounding& rounding, double radius, ComplexBounded& result) {
  if (!std::isfinite(radius) || !isFinite(result.value)) return unjudged(result);
  const double modulus = std::abs(result.value), epsilon = std::ldexp(1.0, 1 - rowOf(rounding.type).digits);
  const double terms = 1 + unitsOfComplexFunctions, roundings = terms + rounding.termRoundings + 1;
  result = {result.value, modulus + radius / (roundings * epsilon), terms, 1};
  if (mayOverflow(rounding.type, modulus + radius)) unjudged(result);
}

// Whether the disc meets the negative half of the real axis, with 0.
bool meetsCut(const Complex& z, double radius) { return z.real() - radius <= 0 && std::abs(z.imag()) <= radius; }

}  // namespace

Bounded<double> modulusOf(const ComplexBounded& a) {
  return {std::abs(a.value), a.magnitude, a.terms, a.growth, a.isExact};
}

void part(const Rounding&, ComplexValues of, ComplexBounded& result) {
  if (!isFinite(of[0].value)) return unjudged(result);
  result = {result.value, of[0].magnitude, of[0].terms, of[0].growth, of[0].isExact};
}

void modulus(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  withinDisc(rounding, radiusOf(rounding, of[0]), result);
}

void difference(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const double radius = radiusOf(rounding, of[0]) + radiusOf(rounding, of[1]);
  const bool isSure = (of[0].isExact && of[1].isExact) || radius == 0 || std::abs(of[0].value - of[1].value) > radius;
  result = {result.value, isSure ? std::abs(result.value) : noRadius, 1, 1, isSure};
}

void complexArgument(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const Complex z = of[0].value;
  const double radius = radiusOf(rounding, of[0]), modulus = std::abs(z);
  if (!(radius >= 0) || meetsCut(z, radius)) return unjudged(result);
  withinDisc(rounding, radius == 0 ? 0 : radius < modulus ? std::asin(radius / modulus) : noRadius, result);
}

void complexQuotient(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  if (!isFinite(of[0].value) || !isFinite(of[1].value)) return unjudged(result);
  const Bounded<double> operands[] = {modulusOf(of[0]), modulusOf(of[1])};
  Bounded<double> quotient{std::abs(result.value)};
  bounds::quotient(rounding, operands, quotient);
  result = {result.value, quotient.magnitude, quotient.terms + unitsOfComplexFunctions, quotient.growth};
}

// |√a' - √a| = |a' - a| / |√a' + √a|, and both roots lie in the right half of the plane, near each other.
void complexRoot(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const double radius = radiusOf(rounding, of[0]);
  if (!(radius >= 0) || (meetsCut(of[0].value, radius) && of[0].value != 0.0)) return unjudged(result);
  withinDisc(rounding, radius == 0 ? 0 : radius / std::abs(result.value), result);
}

void complexExponential(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const double radius = radiusOf(rounding, of[0]);
  // The error of the reduction of the imaginary part to a period grows with it.
  withinDisc(rounding, std::abs(result.value) * std::expm1(radius), result);
}

void complexLogarithm(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const double radius = radiusOf(rounding, of[0]), nearest = std::abs(of[0].value) - radius;
  if (!(radius >= 0) || meetsCut(of[0].value, radius) || !(nearest > 0)) return unjudged(result);
  withinDisc(rounding, radius / nearest, result);
}

// A whole exponent multiplies. Otherwise the power is the exponential of b log a, whose own error counts.
void complexPowers(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const Complex a = of[0].value, b = of[1].value;
  const double ofA = radiusOf(rounding, of[0]), ofB = radiusOf(rounding, of[1]), modulus = std::abs(a);
  if (!(ofA >= 0) || !(ofB >= 0)) return unjudged(result);
  const double epsilon = std::ldexp(1.0, 1 - rowOf(rounding.type).digits);
  const bool isWhole = ofB == 0 && b.imag() == 0 && b.real() == std::floor(b.real());
  if (isWhole && (b.real() >= 0 || modulus > ofA)) {
    const double n = std::abs(b.real()), ofProducts = 4 * (n + 1) * epsilon;
    const double nearest = b.real() < 0 ? modulus - ofA : modulus + ofA;
    const double slope = n == 0 || ofA == 0 ? 0 : n * std::pow(nearest, b.real() - 1);
    // Powers above the product of factors have a logarithm.
    const double ofLogarithm = modulus == 0 ? 0 : std::abs(b * std::log(a)) * 8 * epsilon;
    return withinDisc(rounding, slope * ofA + std::abs(result.value) * (ofProducts + ofLogarithm), result);
  }
  const double nearest = modulus - ofA;
  if (meetsCut(a, ofA) || !(nearest > 0)) return unjudged(result);
  const double logarithm = std::abs(std::log(a)), ofLogarithm = ofA / nearest;
  const double radius =
      (std::abs(b) + ofB) * ofLogarithm + logarithm * ofB + (std::abs(b) * logarithm + std::abs(b)) * 8 * epsilon;
  withinDisc(rounding, std::abs(result.value) * std::expm1(radius), result);
}

void complexWave(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const double radius = radiusOf(rounding, of[0]);
  withinDisc(rounding, radius == 0 ? 0 : std::cosh(std::abs(of[0].value.imag()) + radius) * radius, result);
}

void complexHyperbolicWave(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const double radius = radiusOf(rounding, of[0]);
  withinDisc(rounding, radius == 0 ? 0 : std::cosh(std::abs(of[0].value.real()) + radius) * radius, result);
}

namespace {

// The slope is 1 / cos² or 1 / cosh², given this modulus at the centre, and the greatest slope of it in the disc.
void tangentWithin(const Rounding& rounding, double radius, double cosine, double slope, ComplexBounded& result) {
  const double least = cosine - slope * radius;
  withinDisc(rounding, radius == 0 ? 0 : least > 0 ? radius / (least * least) : noRadius, result);
}

// The slope is 1 / |(1 - z)(1 + z)|^power.
void arcWithin(const Rounding& rounding, double radius, double one, double other, double power,
               ComplexBounded& result) {
  const double least = (one - radius) * (other - radius);
  const bool isNear = radius >= one || radius >= other;
  withinDisc(rounding, radius == 0 ? 0 : isNear ? noRadius : radius / std::pow(least, power), result);
}

}  // namespace

void complexTangent(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const Complex z = of[0].value;
  const double radius = radiusOf(rounding, of[0]);
  tangentWithin(rounding, radius, std::abs(std::cos(z)), std::cosh(std::abs(z.imag()) + radius), result);
}

void complexHyperbolicTangent(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const Complex z = of[0].value;
  const double radius = radiusOf(rounding, of[0]);
  tangentWithin(rounding, radius, std::abs(std::cosh(z)), std::cosh(std::abs(z.real()) + radius), result);
}

void complexArcs(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const Complex z = of[0].value;
  const double radius = radiusOf(rounding, of[0]);
  const bool meets = std::abs(z.imag()) <= radius && std::abs(z.real()) + radius >= 1;
  if (!(radius >= 0) || meets) return unjudged(result);
  arcWithin(rounding, radius, std::abs(z - 1.0), std::abs(z + 1.0), 0.5, result);
}

void complexArcTangent(const Rounding& rounding, ComplexValues of, ComplexBounded& result) {
  const Complex z = of[0].value, i(0, 1);
  const double radius = radiusOf(rounding, of[0]);
  const bool meets = std::abs(z.real()) <= radius && std::abs(z.imag()) + radius >= 1;
  if (!(radius >= 0) || meets) return unjudged(result);
  arcWithin(rounding, radius, std::abs(z - i), std::abs(z + i), 1, result);
}

}  // namespace stardust::operators::bounds
