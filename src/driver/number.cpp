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

}  // namespace stardust::driver
