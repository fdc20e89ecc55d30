// Random tensors from a seed: the same on every platform and in every build.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/storage.h"

namespace stardust {

/// How much of a tensor is filled (the kinds of TACO's -g flag).
enum class Fill {
  Dense,   ///< 'd': every coordinate
  Sparse,  ///< 's': round(density * extent) coordinates, each set of that size equally likely
};
/// The letter of -g; throws Error (user) for any other text.
Fill parseFill(const std::string& text);

/// The density of 's' where none is given.
inline constexpr double defaultDensity = 0.1;

/// Entries in ascending order of their coordinates, none twice. Integers are 1..9, so that products and sums of many
/// stay exact; floats are multiples of 2^-24 and doubles of 2^-53, in (0,1]. Density is in [0,1] and only read for
/// Sparse. Takes time and memory for the entries that come out, not for the dense extent. Throws Error: a density or
/// dimension out of range (user); more than 2^59 entries, or a sparse extent of 2^63 and more (unsupported).
Coordinates generate(Fill fill, const std::vector<std::int64_t>& dims, double density, std::uint64_t seed,
                     ValueType type);

/// The entries moved along the last mode: coordinate c to (c + by) mod dim, `by` of either sign; with `evenOnly`, only
/// those at even c. Entries may meet then, and pack() adds them up. A tensor of order 0 stays as it is. O(entries).
Coordinates rotateLastMode(Coordinates entries, std::int64_t by, bool evenOnly);

}  // namespace stardust
