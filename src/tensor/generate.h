// Random tensors from a seed, identical on all platforms and in all builds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/storage.h"

namespace stardust {

/// The pattern of a generated tensor (the kinds of TACO's -g flag).
enum class Fill {
  Dense,   ///< 'd': every coordinate
  Sparse,  ///< 's': round(density * extent) coordinates, each set of that size equally likely
  /// 'rmat': at most as many coordinates, with a power law: most have small coordinates. Each bit of a coordinate is 0
  /// with probability 0.76, as in the rows and in the columns of R-MAT graphs with a = 0.57 and b = c = 0.19
  /// (Chakrabarti, Zhan, Faloutsos: "R-MAT: A Recursive Model for Graph Mining", 2004; Graph500). Fewer where the
  /// likely coordinates are used up.
  Rmat,
};
/// The letter of -g; throws Error (user) for any other text.
Fill parseFill(const std::string& text);

/// The default density of 's'.
inline constexpr double defaultDensity = 0.1;

/// Entries in ascending order of coordinates, without duplicates. Integers are 1..9, so that long sums of products stay
/// exact; truth values are true. Numbers of a floating-point type are multiples of the least distance in it, in (0,1]:
/// floats of 2^-24, doubles of 2^-53. So is each part of a complex number. The density is in [0,1] and not used for
/// Dense. Time and memory are proportional to the generated entries, not to the dense extent. Throws Error: density or
/// dimension out of range (user); more than 2^59 entries, or a sparse extent of 2^127 or more (unsupported).
Coordinates generate(Fill fill, const std::vector<std::int64_t>& dims, double density, std::uint64_t seed,
                     ValueType type);

/// Shifts entries along the last mode: coordinate c becomes (c + by) mod dim, for `by` of either sign. With `evenOnly`,
/// shifts only entries at even c; collisions are then summed by pack(). A tensor of order 0 is unchanged. O(entries).
Coordinates rotateLastMode(Coordinates entries, std::int64_t by, bool evenOnly);

/// The entries that the format can store: of a triangular format those in its triangle, and of a symmetric one the
/// entries below the diagonal and on it, with their mirror images. All entries for any other format. O(entries).
Coordinates storable(Coordinates entries, const Format& format);

}  // namespace stardust
