// Sums and products of 64-bit integers that stop at a number beyond every coordinate, instead of overflowing.
#pragma once

#include <algorithm>
#include <cstdint>

namespace stardust::saturated {

inline constexpr std::int64_t farthest = (std::int64_t{1} << 62) - 1;

/// Of operands between -farthest and farthest.
inline std::int64_t plus(std::int64_t a, std::int64_t b) { return std::clamp(a + b, -farthest, farthest); }
inline std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? farthest : -farthest;
  return std::clamp(product, -farthest, farthest);
}

}  // namespace stardust::saturated
