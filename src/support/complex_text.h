// Texts of complex numbers: 1.5-2i, 2j.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <optional>
#include <string>
#include <string_view>

namespace stardust {

/// "1.5-2i": the shortest digits that read back as the same number. The real part is always there.
template <class T>
std::string complexText(const std::complex<T>& number) {
  const T imaginary = number.imag();
  const bool isNegative = std::signbit(imaginary) && !std::isnan(imaginary);
  return fmt::format("{}{}{}i", number.real(), isNegative ? '-' : '+', std::abs(imaginary));
}

/// The texts of the two parts, the imaginary one with its sign and without its unit. Either may be empty.
struct ComplexParts {
  std::string_view real, imaginary;
};

/// None if the text has no unit i or j at its end, and so no imaginary part. The sign of the imaginary part is the last
/// one that follows no exponent.
inline std::optional<ComplexParts> complexParts(std::string_view text) {
  if (text.empty() || (text.back() != 'i' && text.back() != 'j')) return std::nullopt;
  text.remove_suffix(1);
  std::size_t sign = text.size();
  while (sign > 0) {
    --sign;
    const bool isSign = text[sign] == '+' || text[sign] == '-';
    const bool isOfExponent = sign > 0 && std::string_view("eEdD").find(text[sign - 1]) != std::string_view::npos;
    if (isSign && !isOfExponent) break;
  }
  return ComplexParts{text.substr(0, sign), text.substr(sign)};
}

}  // namespace stardust

template <class T>
struct fmt::formatter<std::complex<T>> : fmt::formatter<std::string> {
  template <class Context>
  auto format(const std::complex<T>& number, Context& context) const {
    return fmt::formatter<std::string>::format(stardust::complexText(number), context);
  }
};
