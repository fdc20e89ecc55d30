// Elements of arrays of values, with those for which C++ has no type of its own: truth values in a byte, and
// floating-point numbers of 16 bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include "support/value_type.h"

namespace stardust {

/// A truth value. An array of bool would be packed into bits.
struct Truth {
  bool value = false;

  constexpr Truth() = default;
  template <class T>
  requires std::is_arithmetic_v<T>
  explicit constexpr Truth(T number) : value(number != T{0}) {}
  constexpr operator bool() const { return value; }  // NOLINT
};

/// A floating-point number of 16 bits with the layout of IEEE 754. `fraction` is the number of its stored bits.
template <int fraction>
struct Half {
  std::uint16_t bits = 0;

  static constexpr int exponentBits = 15 - fraction, bias = (1 << (exponentBits - 1)) - 1;
  static constexpr std::uint16_t infinity = static_cast<std::uint16_t>(((1 << exponentBits) - 1) << fraction);

  constexpr Half() = default;
  /// Rounds to the nearest number, a tie to the even one.
  template <class T>
  requires std::is_arithmetic_v<T>
  explicit Half(T number) : bits(rounded(static_cast<double>(number))) {}
  static constexpr Half ofBits(std::uint16_t bits) {
    Half half;
    half.bits = bits;
    return half;
  }

  // The fields of a float with the exponent too small by the difference of the biases. An infinity or NaN stays one.
  constexpr operator float() const {  // NOLINT
    constexpr int shift = 23 - fraction;
    const std::uint32_t sign = (bits & 0x8000U) << 16, magnitude = bits & 0x7fffU;
    if (magnitude >= infinity) return std::bit_cast<float>(sign | 0x7f800000U | (magnitude - infinity) << shift);
    return std::bit_cast<float>(sign | magnitude << shift) *
           std::bit_cast<float>(static_cast<std::uint32_t>(254 - bias) << 23);
  }

 private:
  static std::uint16_t rounded(double number) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(number) ? 0x8000 : 0);
    if (std::isnan(number)) return static_cast<std::uint16_t>(sign | infinity | (1 << (fraction - 1)));
    const double magnitude = std::abs(number);
    if (std::isinf(number)) return static_cast<std::uint16_t>(sign | infinity);
    const int exponent = magnitude == 0 ? 1 - bias : std::max(std::ilogb(magnitude), 1 - bias);
    if (exponent > bias) return static_cast<std::uint16_t>(sign | infinity);
    // In units of the last place. A carry out of the fraction increments the exponent, up to that of infinity.
    const auto units = static_cast<int>(std::nearbyint(std::ldexp(magnitude, fraction - exponent)));
    return static_cast<std::uint16_t>(sign | (units + ((exponent + bias - 1) << fraction)));
  }
};
using Float16Element = Half<10>;
using Bfloat16Element = Half<7>;

template <class T>
inline constexpr bool isHalfElement = std::is_same_v<T, Float16Element> || std::is_same_v<T, Bfloat16Element>;
/// Whether elements of the type are floating-point numbers; others are whole.
template <class T>
inline constexpr bool isReal = std::is_floating_point_v<T> || isHalfElement<T>;
template <class T>
inline constexpr bool isComplexElement =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

/// The element as a number of C++.
template <class T>
constexpr auto numberOf(const T& element) {
  if constexpr (isHalfElement<T>) return static_cast<float>(element);
  else if constexpr (std::is_same_v<T, Truth>) return static_cast<int>(element.value);
  else return element;
}

/// A number as one of another type, as static_cast: a complex number is its real part, and a real one has no imaginary
/// part.
template <class To, class From>
constexpr To numberAs(const From& number) {
  if constexpr (isComplexElement<From> && isComplexElement<To>) return static_cast<To>(number);
  else if constexpr (isComplexElement<From>) return static_cast<To>(number.real());
  else if constexpr (isComplexElement<To>) return To(static_cast<typename To::value_type>(number));
  else return static_cast<To>(number);
}

/// A container for each element type, in the order of ValueType.
template <template <class> class Array>
using OfEachType = std::variant<Array<std::int32_t>, Array<std::int64_t>, Array<float>, Array<double>, Array<Truth>,
                                Array<std::int8_t>, Array<std::int16_t>, Array<std::uint8_t>, Array<std::uint16_t>,
                                Array<std::uint32_t>, Array<std::uint64_t>, Array<Float16Element>,
                                Array<Bfloat16Element>, Array<std::complex<float>>, Array<std::complex<double>>>;
/// The empty container of a type.
template <class Variant, std::size_t n = 0>
Variant ofType(ValueType type) {
  if (static_cast<std::size_t>(type) == n) return Variant(std::in_place_index<n>);
  if constexpr (n + 1 < std::variant_size_v<Variant>) return ofType<Variant, n + 1>(type);
  else return {};
}
template <class T>
using One = T;
template <class T, std::size_t n = 0>
constexpr ValueType typeOfElement() {
  if constexpr (std::is_same_v<T, std::variant_alternative_t<n, OfEachType<One>>>) return static_cast<ValueType>(n);
  else return typeOfElement<T, n + 1>();
}

}  // namespace stardust

template <>
struct std::numeric_limits<stardust::Truth> {
  static constexpr bool is_specialized = true;
  static constexpr int digits = 1;
  static constexpr bool min() { return false; }
  static constexpr bool max() { return true; }
};
template <int fraction>
struct std::numeric_limits<stardust::Half<fraction>> {
  using Type = stardust::Half<fraction>;
  static constexpr bool is_specialized = true;
  static constexpr int digits = fraction + 1;
  static constexpr Type min() { return Type::ofBits(1 << fraction); }
  static constexpr Type max() { return Type::ofBits(Type::infinity - 1); }
  static constexpr Type epsilon() {
    return Type::ofBits(static_cast<std::uint16_t>((Type::bias - fraction) << fraction));
  }
};

namespace stardust {

/// Why no element of type To represents the number; null if one does. Rounding within the range of a floating-point
/// type is allowed.
template <class To, class From>
const char* unrepresentable(From number) {
  constexpr const char* range = "it is out of range";
  if constexpr (isComplexElement<To>) {
    using Part = typename To::value_type;
    const std::complex<double> parts = numberAs<std::complex<double>>(number);
    const char* ofReal = unrepresentable<Part>(parts.real());
    return ofReal ? ofReal : unrepresentable<Part>(parts.imag());
  } else if constexpr (isComplexElement<From>) {
    return number.imag() == 0 ? unrepresentable<To>(number.real()) : "it has an imaginary part";
  } else if constexpr (isReal<To>) {
    const bool isFinite = std::isfinite(static_cast<double>(number));
    return isFinite && !std::isfinite(static_cast<double>(static_cast<To>(number))) ? range : nullptr;
  } else if constexpr (std::is_same_v<To, Truth>) {
    return number == From{0} || number == From{1} ? nullptr : "a truth value is 0 or 1";
  } else if constexpr (std::is_floating_point_v<From>) {
    // Powers of two are exact.
    const double real = number, beyond = std::ldexp(1.0, std::numeric_limits<To>::digits);
    if (!std::isfinite(real)) return "it is not finite";
    if (real != std::trunc(real)) return "it has a fraction";
    return real < static_cast<double>(std::numeric_limits<To>::min()) || real >= beyond ? range : nullptr;
  } else {
    return std::in_range<To>(number) ? nullptr : range;
  }
}

}  // namespace stardust
