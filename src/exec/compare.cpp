#include "exec/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/reference_problem.h"
#include "support/complex_text.h"
#include "support/plural.h"
#include "tensor/repack.h"

namespace stardust::exec {
namespace {

template <class Array>
std::string arrayDifference(const char* array, const Array& expected, const Array& actual) {
  if (expected.size() != actual.size())
    return fmt::format("{} has {}, but {} were expected", array, counted(actual.size(), "element"), expected.size());
  const auto at = std::mismatch(expected.begin(), expected.end(), actual.begin()).first - expected.begin();
  const auto index = static_cast<std::size_t>(at);
  if (index == expected.size()) return {};
  return fmt::format("{}[{}] is {}, but {} was expected", array, index, actual[index], expected[index]);
}

std::string structureDifference(const Storage& expected, const Storage& actual) {
  if (expected.type() != actual.type())
    return fmt::format("the values have type {}, but {} was expected", toString(actual.type()),
                       toString(expected.type()));
  if (expected.dims != actual.dims)
    return fmt::format("the dimensions are ({}), but ({}) were expected", fmt::join(actual.dims, ", "),
                       fmt::join(expected.dims, ", "));
  if (expected.format.levels() != actual.format.levels() || expected.format.modeOrder() != actual.format.modeOrder())
    return fmt::format("the format is {}, but {} was expected", toString(actual.format), toString(expected.format));
  for (std::size_t l = 0; l < expected.levels.size(); ++l) {
    std::string difference = arrayDifference("pos", expected.levels[l].pos, actual.levels[l].pos);
    if (difference.empty()) difference = arrayDifference("crd", expected.levels[l].crd, actual.levels[l].crd);
    if (difference.empty()) difference = arrayDifference("bits", expected.levels[l].bits, actual.levels[l].bits);
    if (!difference.empty()) return fmt::format("in level {}, {}", l + 1, difference);
  }
  if (expected.stored() != actual.stored())
    return fmt::format("{} stored in place of {}", counted(actual.stored(), "value"), expected.stored());
  return {};
}

// Of a type of 16 bits.
double largestOf(ValueType type) {
  const auto largest = [](auto element) { return double{numberOf(std::numeric_limits<decltype(element)>::max())}; };
  return type == ValueType::Float16 ? largest(Float16Element()) : largest(Bfloat16Element());
}

struct Deviation {
  bool wrong;
  double relative;
};

template <class T>
bool isFinite(T value) {
  if constexpr (isComplexElement<T>) return std::isfinite(value.real()) && std::isfinite(value.imag());
  else return std::isfinite(value);
}

// An overflow in a part of a complex number makes the number infinite.
template <class Part>
Deviation deviation(ValueType type, std::complex<Part> expected, std::complex<Part> actual, double magnitude,
                    double bound) {
  if (std::isnan(magnitude)) return {false, 0};
  const bool overflowed = mayOverflow(type, magnitude + bound) && std::isfinite(magnitude);
  if (!isFinite(expected)) return {isFinite(actual) && !overflowed, 0};
  if (!isFinite(actual)) return {!mayOverflow(type, magnitude + bound), 0};
  const double difference = std::abs(std::complex<double>(expected) - std::complex<double>(actual));
  return {difference > bound,
          difference > 0 ? difference / std::max(magnitude, double{std::numeric_limits<Part>::min()}) : 0};
}

template <class T>
Deviation deviation(ValueType type, T expected, T actual, double magnitude, double bound) {
  if (std::isnan(magnitude)) return {false, 0};
  if constexpr (std::is_integral_v<T>) {
    return {expected != actual, 0};
  } else {
    if (isHalf(type) && std::isfinite(expected) != std::isfinite(actual) &&
        std::abs(double{std::isfinite(expected) ? expected : actual}) + bound >= largestOf(type))
      return {false, 0};
    // Overflow of an intermediate result: infinite, or the difference of two infinities.
    const bool overflowed = !std::isfinite(actual) && mayOverflow(type, magnitude + bound);
    if (!std::isfinite(expected)) {
      const bool agree = expected == actual || (std::isnan(expected) && std::isnan(actual));
      return {!agree && !(overflowed && std::isfinite(magnitude)), 0};
    }
    if (!std::isfinite(actual)) return {!overflowed, 0};
    const double difference = std::abs(double{expected} - double{actual});
    return {difference > bound,
            difference > 0 ? difference / std::max(magnitude, double{std::numeric_limits<T>::min()}) : 0};
  }
}

std::string coordinate(const Storage& storage, std::size_t value) {
  const Coordinates entries = unpack(storage);
  const std::size_t order = entries.dims.size();
  if (order == 0) return {};
  std::vector<std::int64_t> oneBased;
  for (std::size_t m = 0; m < order; ++m) oneBased.push_back(entries.crd[value * order + m] + 1);
  return fmt::format("({})", fmt::join(oneBased, ","));
}

// Finite values whose distance a cheap bound allows.
template <class T>
bool areNear(ValueType type, T expected, T actual, double magnitude, double operations) {
  using Wide = std::conditional_t<isComplexElement<T>, std::complex<double>, double>;
  const double difference = std::abs(static_cast<Wide>(expected) - static_cast<Wide>(actual));
  return std::isfinite(difference) && difference <= leastErrorBound(type, magnitude, operations);
}

template <class Array>
void compareValues(const Evaluated& expected, const Array& want, const Storage& actual, const std::string& name,
                   Comparison& comparison) {
  const ValueType type = actual.type();
  const auto& have = std::get<Array>(actual.values);
  for (std::size_t v = 0; v < want.size(); ++v) {
    if (want[v] == have[v]) continue;
    const auto wanted = numberOf(want[v]), had = numberOf(have[v]);
    const double magnitude = expected.magnitude.empty() ? 0 : expected.magnitude[v];  // a truth value may have one
    const double operations = isInteger(type) ? 0 : expected.operations[v];
    const bool near = !isInteger(type) && areNear(type, wanted, had, magnitude, operations);
    const double bound =
        near ? std::numeric_limits<double>::infinity() : errorBound(type, magnitude, operations);  // 0 for integers
    const Deviation found = deviation(type, wanted, had, magnitude, bound);
    if (found.relative > comparison.maxRelativeError) {
      comparison.maxRelativeError = found.relative;
      comparison.terms = std::max(1.0, operations - expected.termRoundings);
    }
    if (!found.wrong || comparison.wrongValues++ > 0) continue;
    comparison.difference = fmt::format("{}{} is {}, but {} was expected", name, coordinate(actual, v), had, wanted);
    if (!isInteger(type)) comparison.difference += fmt::format(" (the bound on rounding errors is {:.2g})", bound);
  }
}

// The reference with the padding that a format adds: 0, without errors.
Evaluated padded(const Evaluated& evaluated, const Format& format) {
  const Storage& result = evaluated.result;
  const auto spread = [&](const ValueArray<double>& numbers) {
    if (numbers.empty()) return numbers;
    const Storage carrier{result.dims, result.format, result.levels, numbers};
    return std::get<ValueArray<double>>(expanded(repack(carrier, format)).values);
  };
  return {expanded(repack(result, format)), spread(evaluated.magnitude), spread(evaluated.operations),
          evaluated.termRoundings};
}

}  // namespace

bool agreesInDigits(const Comparison& comparison, ValueType type) {
  const double epsilon = std::ldexp(1.0, 1 - rowOf(type).digits);
  return isInteger(type) || comparison.maxRelativeError <= std::sqrt(epsilon);
}

Comparison compare(const Evaluated& expected, const Storage& actual, const std::string& name) {
  if (const Format all = expanded(actual.format); all != actual.format && all == expected.result.format) {
    validate(actual);
    return compare(pads(actual.format) ? padded(expected, actual.format) : expected, expanded(actual), name);
  }
  Comparison comparison;
  if (const std::string difference = structureDifference(expected.result, actual); !difference.empty()) {
    comparison.difference = fmt::format("{} is stored wrongly: {}", name, difference);
    return comparison;
  }
  std::visit([&](const auto& want) { compareValues(expected, want, actual, name, comparison); },
             expected.result.values);
  comparison.verified = comparison.wrongValues == 0;
  if (!comparison.verified)
    comparison.difference +=
        fmt::format("; {} of {} {} wrong", comparison.wrongValues, counted(actual.stored(), "value"),
                    plural(comparison.wrongValues, "is", "are"));
  return comparison;
}

}  // namespace stardust::exec
