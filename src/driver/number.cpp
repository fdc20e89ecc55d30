#include "driver/number.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

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
  if (text.size() < 2 || (text.back() != 'i' && text.back() != 'j')) return std::nullopt;
  const std::string digits = text.substr(0, text.size() - 1);
  std::size_t sign = digits.find_last_of("+-");
  while (sign != std::string::npos && sign > 0 && (digits[sign - 1] == 'e' || digits[sign - 1] == 'E'))
    sign = digits.find_last_of("+-", sign - 1);
  const std::size_t split = sign == std::string::npos ? 0 : sign;
  const auto real = split == 0 ? std::optional<double>(0) : numberIn(digits.substr(0, split), where);
  const auto imaginary = numberIn(digits.substr(split), where);
  if (!real || !imaginary) return std::nullopt;
  return std::complex<double>(*real, *imaginary);
}

}  // namespace stardust::driver
