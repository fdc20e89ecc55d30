// How one level of a tensor's coordinate tree stores its coordinates, and in which width.
#pragma once

namespace stardust {

/// After Chou et al., "Format Abstraction for Sparse Tensor Algebra Compilers".
enum class LevelFormat {
  Dense,                ///< all coordinates 0..dim-1, nothing stored; position = parent*dim + coordinate
  Compressed,           ///< `pos` and `crd`; the coordinates of a fiber are strictly ascending
  CompressedNonUnique,  ///< `pos` and `crd`; a coordinate may repeat (the first level of COO)
  Singleton,            ///< `crd` only: one coordinate for each parent position (the later levels of COO)
  BitVector,            ///< `pos` and one bit for each coordinate of a fiber; a position is the rank of a set bit
  RunLength,  ///< `pos` and `crd`: the last coordinate of each run of equal values; the runs cover all coordinates
};
inline constexpr LevelFormat dense = LevelFormat::Dense;
inline constexpr LevelFormat uncompressed = LevelFormat::Dense;  ///< the paper's name for dense
inline constexpr LevelFormat compressed = LevelFormat::Compressed;
inline constexpr LevelFormat compressedNonUnique = LevelFormat::CompressedNonUnique;
inline constexpr LevelFormat singleton = LevelFormat::Singleton;
inline constexpr LevelFormat bitvector = LevelFormat::BitVector;
inline constexpr LevelFormat runLength = LevelFormat::RunLength;

/// The width of the integers of an array. AsNeeded: positions have 64 bits, and coordinates have 32 unless an extent
/// needs 64.
enum class Width { AsNeeded, Bits32, Bits64 };

/// 'd', 's', 'u', 'q', 'b' or 'r'.
char letter(LevelFormat level);

}  // namespace stardust
