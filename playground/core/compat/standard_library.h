// The parts of the standard library of C++20 that libc++ 14, which emscripten 3.1.6 has, lacks: std::bit_cast, numbers
// with a fraction in from_chars and to_chars, and make_unique_for_overwrite. The compiler includes this file before
// every other one, so that the rooms are written for the standard alone.
#pragma once

#ifdef __cplusplus
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000
namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t size) {
  return unique_ptr<T>(new remove_extent_t<T>[size]);
}

/// As in the standard: no leading space or plus sign, and no change of `value` on failure.
template <class Number>
requires is_floating_point_v<Number> from_chars_result from_chars(const char* begin, const char* end, Number& value,
                                                                  chars_format = chars_format::general) {
  const char* at = begin;
  const bool isNegative = at != end && *at == '-';
  if (isNegative) ++at;
  if (at == end || *at == '+' || *at == '-' || isspace(static_cast<unsigned char>(*at)))
    return {begin, errc::invalid_argument};
  // "0x1" is the number 0, followed by x1.
  const bool isHex = end - at > 1 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  char near[64];
  string far;
  const size_t size = isHex ? static_cast<size_t>(at + 1 - begin) : static_cast<size_t>(end - begin);
  const char* text = near;
  if (size < sizeof near) {
    memcpy(near, begin, size);
    near[size] = 0;
  } else {
    far.assign(begin, size);
    text = far.c_str();
  }
  char* stop = nullptr;
  errno = 0;
  const Number read = is_same_v<Number, float> ? strtof(text, &stop) : static_cast<Number>(strtod(text, &stop));
  if (stop == text) return {begin, errc::invalid_argument};
  const char* after = begin + (stop - text);
  if (errno == ERANGE && (read == 0 || isinf(read))) return {after, errc::result_out_of_range};
  value = read;
  return {after, errc()};
}

/// The shortest text that reads back as `value`: plain or with an exponent, the plain one if they are equally long.
template <class Number>
requires is_floating_point_v<Number> to_chars_result to_chars(char* begin, char* end, Number value,
                                                              chars_format format = chars_format::general) {
  char digits[64], plain[400];
  const int most = is_same_v<Number, float> ? 9 : 17;
  int precision = 0;
  for (; precision < most; ++precision) {
    snprintf(digits, sizeof digits, "%.*e", precision, static_cast<double>(value));
    const Number read =
        is_same_v<Number, float> ? strtof(digits, nullptr) : static_cast<Number>(strtod(digits, nullptr));
    if (read == value || isnan(value)) break;
  }
  const char* text = digits;
  if (isfinite(value) && format != chars_format::scientific) {
    const char* exponent = strchr(digits, 'e');
    const int power = atoi(exponent + 1);
    snprintf(plain, sizeof plain, "%.*f", precision > power ? precision - power : 0, static_cast<double>(value));
    if (format == chars_format::fixed || strlen(plain) <= strlen(digits)) text = plain;
  }
  const size_t size = strlen(text);
  if (static_cast<size_t>(end - begin) < size) return {end, errc::value_too_large};
  memcpy(begin, text, size);
  return {begin + size, errc()};
}

}  // namespace std
#endif
#endif
