// Counted nouns and enumerations in messages and tables.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace stardust {

/// "level", "levels": the form of a noun after this number. `many` is an irregular plural.
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

/// "a, b and c", with `word` before the last element.
inline std::string enumerated(const std::vector<std::string>& words, const char* word) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} {} {}", fmt::join(words.begin(), words.end() - 1, ", "), word, words.back());
}

/// 83883 → "83,883"
inline std::string grouped(std::int64_t n) {
  std::string digits = std::to_string(n);
  const int first = n < 0 ? 1 : 0;
  for (auto at = static_cast<int>(digits.size()) - 3; at > first; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

}  // namespace stardust
