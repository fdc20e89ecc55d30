#include "driver/number.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "support/complex_text.h"

namespace stardust::driver {

std::optional<double> numberIn(const std::string& text, const Location& where) {
  const char *begin = text.data(), *const end = begin + text.size();
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') ++begin;  // from_chars does not accept a sign
  double value = 0;
  const auto read = std::from_chars(begin, end, value);
  if (read.ptr != end || read.ec == std::errc::invalid_argument) return std::nullopt;
  if (read.ec == std::errc::result_out_of_range) value = std::strtod(begin, nullptr);  // underflow gives 0
  if (read.ec == std::errc::result_out_of_range && std::isinf(value))
    failUser(fmt::format("{} is out of range", text), where, "decimal numbers are at most about 1.8e308",
             "inf is infinity");
  return value;
}

std::optional<std::complex<double>> complexIn(const std::string& text, const Location& where) {
  if (const auto real = numberIn(text, where)) return *real;
  const auto parts = complexParts(text);
  if (!parts) return std::nullopt;
  const auto real = parts->real.empty() ? std::optional<double>(0) : numberIn(std::string(parts->real), where);
  const auto imaginary = numberIn(std::string(parts->imaginary), where);
  if (!real || !imaginary) return std::nullopt;
  return std::complex<double>(*real, *imaginary);
}

}  // namespace stardust::driver
