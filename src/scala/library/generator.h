// Random numbers of Scala's library; internal to the room.
#pragma once

#include <cstdint>
#include <optional>

namespace stardust::scala {

/// The generator that scala.util.Random wraps, with the same numbers for each seed. The documentation of
/// java.util.Random specifies the algorithm, a linear congruential generator of 48 bits.
class Generator {
 public:
  explicit Generator(std::int64_t seed) : state_((static_cast<std::uint64_t>(seed) ^ factor) & mask) {}

  std::int32_t nextInt() { return static_cast<std::int32_t>(next(32)); }
  /// In [0, bound); `bound` is positive.
  std::int32_t nextInt(std::int32_t bound);
  std::int64_t nextLong();
  bool nextBoolean() { return next(1) != 0; }
  float nextFloat() { return static_cast<float>(next(24)) * 0x1p-24F; }  ///< in [0, 1)
  double nextDouble();                                                   ///< in [0, 1)
  double nextGaussian();                                                 ///< mean 0, standard deviation 1

 private:
  static constexpr std::uint64_t factor = 0x5DEECE66D, mask = (std::uint64_t{1} << 48) - 1;
  std::uint32_t next(int bits);

  std::uint64_t state_;
  std::optional<double> otherGaussian_;  ///< the polar method yields pairs
};

}  // namespace stardust::scala
