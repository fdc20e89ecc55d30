#include "scala/library/generator.h"

#include <cmath>

namespace stardust::scala {

std::uint32_t Generator::next(int bits) {
  state_ = (state_ * factor + 0xB) & mask;
  return static_cast<std::uint32_t>(state_ >> (48 - bits));
}

std::int32_t Generator::nextInt(std::int32_t bound) {
  const auto wide = static_cast<std::int64_t>(bound);
  if ((bound & -bound) == bound) return static_cast<std::int32_t>((wide * next(31)) >> 31);  // a power of two
  for (;;) {
    const auto bits = static_cast<std::int64_t>(next(31)), value = bits % wide;
    if (bits - value + (wide - 1) < std::int64_t{1} << 31)
      return static_cast<std::int32_t>(value);  // rejects values that would bias the result
  }
}

std::int64_t Generator::nextLong() {
  const auto high = static_cast<std::uint64_t>(next(32)) << 32;
  const auto low = static_cast<std::int64_t>(nextInt());
  return static_cast<std::int64_t>(high + static_cast<std::uint64_t>(low));
}

double Generator::nextDouble() {
  const auto high = static_cast<std::int64_t>(next(26)) << 27;
  return static_cast<double>(high + next(27)) * 0x1p-53;
}

double Generator::nextGaussian() {
  if (otherGaussian_) {
    const auto result = *otherGaussian_;
    otherGaussian_.reset();
    return result;
  }
  for (;;) {  // the polar method
    const auto a = 2 * nextDouble() - 1, b = 2 * nextDouble() - 1, square = a * a + b * b;
    if (square >= 1 || square == 0) continue;
    const auto scale = std::sqrt(-2 * std::log(square) / square);
    otherGaussian_ = b * scale;
    return a * scale;
  }
}

}  // namespace stardust::scala
