// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace stardust::driver {

/// 83883 → "83,883"
inline std::string grouped(std::int64_t n) {
  std::string digits = std::to_string(n);
  const int first = n < 0 ? 1 : 0;
  for (auto at = static_cast<int>(digits.size()) - 3; at > first; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

}  // namespace stardust::driver
