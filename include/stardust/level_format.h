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
  RunLength,      ///< `pos` and `crd`: the last coordinate of each run of equal values; the runs cover all coordinates
  Range,          ///< `pos`, and in `crd` the first coordinate of each fiber: its coordinates are neighbours
  Hashed,         ///< compressed, and in `bits` a hash table of each fiber, which finds a coordinate in constant time
  FixedLength,    ///< `pos`, with the number of coordinates of every fiber, and `crd`: the rows of ELLPACK
  LowerTriangle,  ///< nothing stored: fiber p has the coordinates 0..p
  UpperTriangle,  ///< nothing stored: fiber p has the coordinates p..dim-1
  Diagonals,      ///< `pos`, with the number of diagonals, and in `crd` their offsets: fiber p has p + offset
  Symmetric,      ///< nothing stored: coordinate c of fiber p shares its position with coordinate p of fiber c
  Blocked,        ///< `pos` and `crd` of dense blocks, whose size is a part of the format
};
inline constexpr LevelFormat dense = LevelFormat::Dense;
inline constexpr LevelFormat uncompressed = LevelFormat::Dense;  ///< the paper's name for dense
inline constexpr LevelFormat compressed = LevelFormat::Compressed;
inline constexpr LevelFormat compressedNonUnique = LevelFormat::CompressedNonUnique;
inline constexpr LevelFormat singleton = LevelFormat::Singleton;
inline constexpr LevelFormat bitvector = LevelFormat::BitVector;
inline constexpr LevelFormat runLength = LevelFormat::RunLength;
inline constexpr LevelFormat ranged = LevelFormat::Range;
inline constexpr LevelFormat hashTable = LevelFormat::Hashed;
inline constexpr LevelFormat fixedLength = LevelFormat::FixedLength;
inline constexpr LevelFormat lowerTriangle = LevelFormat::LowerTriangle;
inline constexpr LevelFormat upperTriangle = LevelFormat::UpperTriangle;
inline constexpr LevelFormat sharedDiagonals = LevelFormat::Diagonals;
inline constexpr LevelFormat symmetricTriangle = LevelFormat::Symmetric;
inline constexpr LevelFormat denseBlocks = LevelFormat::Blocked;

/// The width of the integers of an array. AsNeeded: positions have 64 bits, and coordinates have 32 unless an extent
/// needs 64.
enum class Width { AsNeeded, Bits32, Bits64 };

/// The size of the blocks of a Blocked level: rows of the level above, and columns of its own; 0 in other formats.
struct Block {
  int rows = 0;
  int columns = 0;
  friend bool operator==(const Block&, const Block&) = default;
};

/// 'd', 's', 'u', 'q', 'b', 'r', 'a', 'h', 'e', 'l', 't', 'g', 'y' or 'k'.
char letter(LevelFormat level);

}  // namespace stardust
