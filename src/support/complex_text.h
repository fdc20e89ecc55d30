// Texts of complex numbers: 1.5-2i.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <string>

namespace stardust {

/// "1.5-2i": the shortest digits that read back as the same number. The real part is always there.
template <class T>
std::string complexText(const std::complex<T>& number) {
  const T imaginary = number.imag();
  const bool isNegative = std::signbit(imaginary) && !std::isnan(imaginary);
  return fmt::format("{}{}{}i", number.real(), isNegative ? '-' : '+', std::abs(imaginary));
}

}  // namespace stardust

template <class T>
struct fmt::formatter<std::complex<T>> : fmt::formatter<std::string> {
  template <class Context>
  auto format(const std::complex<T>& number, Context& context) const {
    return fmt::formatter<std::string>::format(stardust::complexText(number), context);
  }
};
