// Numbers with what they count, as messages and tables write them.
#pragma once

#include <fmt/format.h>

#include <string>

namespace stardust {

/// "level", "levels": the form of a word after this number. `many` is for words that do not take an s.
template <class Number>
std::string plural(Number count, const std::string& one, const std::string& many = {}) {
  if (count == Number(1)) return one;
  return many.empty() ? one + "s" : many;
}

/// "1 level", "2 levels", "1 index", "2 indices".
template <class Number>
std::string counted(Number count, const std::string& one, const std::string& many = {}) {
  return fmt::format("{} {}", count, plural(count, one, many));
}

}  // namespace stardust
