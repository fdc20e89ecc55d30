// A level format: a row of properties and functions. The other rooms query these instead of testing for a format.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "levels/level.h"

namespace stardust::levels {

enum class Array { Pos, Crd, Bits };

// ---------------------------------------------------------------- packing, unpacking, checking

/// A permutation of list entries. An index takes 4 bytes for at most 2^32 entries.
class EntryOrder {
 public:
  explicit EntryOrder(std::vector<std::uint32_t> narrow) : narrow_(std::move(narrow)) {}
  explicit EntryOrder(std::vector<std::uint64_t> wide) : wide_(std::move(wide)) {}
  std::size_t size() const { return wide_.empty() ? narrow_.size() : wide_.size(); }
  std::size_t operator[](std::size_t e) const { return wide_.empty() ? narrow_[e] : wide_[e]; }

 private:
  std::vector<std::uint32_t> narrow_;
  std::vector<std::uint64_t> wide_;  ///< empty if `narrow_` is used
};

/// The entries that a tensor is packed from, in the storage order of its levels.
struct Entries {
  IndexView crd;     ///< one coordinate of each mode for each entry
  EntryOrder order;  ///< the sorted order of the entries
  std::span<const LevelFormat> levels;
  std::span<const int> modes;  ///< by level
  std::string format;          ///< as the user wrote it
  Block block = {};            ///< of the format
  /// For levels that merge equal values; the coordinates of the entries are distinct.
  std::function<bool(std::size_t e, std::size_t other)> sameValue = {};
  std::function<bool(std::size_t e)> isZero = {};
  std::size_t size() const { return order.size(); }
  std::int64_t at(int level, std::size_t e) const {
    return crd[order[e] * modes.size() + static_cast<std::size_t>(modes[static_cast<std::size_t>(level)])];
  }
};

/// State of packing, from the outermost level in.
struct Packing {
  std::vector<std::int64_t> positions;  ///< position of each entry in the last packed level
  std::int64_t extent = 1;              ///< number of positions of that level
};

/// State of unpacking, from the innermost level out.
struct Unpacking {
  std::vector<std::int64_t> positions;  ///< position of each entry in the level above the last unpacked one
  CoordinateArray column;               ///< its coordinate in the last unpacked level
  std::vector<std::int64_t> values{};   ///< index of its value, if the entries of the innermost level are not its
                                        ///< positions (Definition::isPositional); else empty
  std::int64_t rows = 0;                ///< extent of the outermost level, for levels that must be directly below it
  Block block = {};                     ///< of the format
};

/// State of validation, from the outermost level in.
struct Checking {
  std::int64_t extent = 1;                            ///< number of positions of the last checked level
  std::vector<bool> tied;                             ///< tied[p]: positions p-1 and p have equal tuples
  Block block = {};                                   ///< of the format
  std::function<void(const std::string& what)> fail;  ///< throws
  void check(bool holds, const char* what) const {
    if (!holds) fail(what);
  }
};

// ---------------------------------------------------------------- the accelerator, and programs in C

/// How the accelerator obtains the coordinates of a fiber from DRAM.
enum class Dram {
  None,     ///< unsupported: the host converts the level (Definition::onAccelerator)
  Counted,  ///< all coordinates are stored: a counter
  Listed,   ///< positions and ascending coordinates: a stream, or a scan of a derived bit vector
};

/// The entries of a matrix that a level can store below a dense one: all, those on and below the diagonal, those on and
/// above it, or all if each is equal to its mirror image.
enum class Part { All, Lower, Upper, Mirrored };

/// A function of the main.c of an artifact.
struct CText {
  const char* name;
  const char* text;
};

// ---------------------------------------------------------------- the row

struct Definition {
  LevelFormat format;
  char letter;
  char otherLetter = 0;  ///< a synonym for parsing only
  const char* name;      ///< in manifests: "bitVector"
  const char* meaning;   ///< explanation beside its letter: "compressed with repeated coordinates"
  const char* stored;    ///< description of the storage: "a bit vector"

  std::vector<Array> arrays;
  bool isFull = false;        ///< every coordinate of a fiber is stored
  bool isUnique = true;       ///< each coordinate occurs at most once in a fiber
  bool isBranchless = false;  ///< exactly one coordinate for each position of the level above
  bool hasLocate = false;     ///< position = parent*dim + coordinate: random read and write access
  bool hasLookup = false;     ///< a coordinate is found in constant time; unlike hasLocate, it may be absent
  bool isCountable = true;    ///< a loop over positions can determine the coordinate of each (pos)
  bool mergesValues = false;  ///< coordinates with equal values share a position; an innermost level that behaves like
                              ///< a dense one
  bool pads = false;          ///< also stores coordinates without an entry, with value 0. The same coordinates in a
                              ///< compressed level are the same tensor (expanded, tensor/storage.h)
  bool isPositional = true;   ///< each position is one entry, in ascending order; else the level is innermost
  Part part = Part::All;      ///< of a matrix, that can be packed
  bool hasBlocks = false;     ///< the format states the size of blocks
  bool listsCoordinates = true;  ///< each element of crd is a coordinate, below the extent
  std::int64_t paddedTo = 1;     ///< granularity of the stored bits of a fiber

  /// The level to which the host converts it for an accelerator; itself if no conversion is needed.
  LevelFormat onAccelerator;
  Dram dram = Dram::None;
  /// The level in which CPU code assembles a result before conversion; itself if no conversion is needed.
  LevelFormat assembled;

  /// Throws Error (user) if the level is illegal at this place. Null: legal anywhere.
  void (*requirePlace)(std::span<const LevelFormat> levels, std::size_t level, const std::string& written) = nullptr;
  /// Builds the arrays of `built`, whose format and dimension are set.
  void (*pack)(const Entries& entries, int level, Packing& packing, Level& built);
  void (*unpack)(const Level& level, Unpacking& unpacking);
  /// Checks the invariant of the arrays; the dimension is already checked.
  void (*check)(const LevelView& level, Checking& checking);
  /// The number of positions below `above` positions of the level above, at least as far as estimates are concerned.
  /// Null: the last element of `pos`, the length of `crd`, or as many as a dense level has.
  double (*positions)(const LevelView& level, double above) = nullptr;
  /// Lower bound of the bytes of the arrays for this number of parent positions, whatever they store.
  double (*leastBytes)(double parents, double dim);

  std::vector<CText> cTexts;  ///< each may use the preceding ones
  /// C statement that checks the arrays of an operand and sets `size`, the number of positions so far. Placeholders:
  /// {dims}, {pos}, {crd} and {bits} for the files, {level} for the arrays, {pos_size} and {crd_size} for the sizes of
  /// their elements, {rows} and {columns} for the size of blocks.
  const char* cCheck;

  bool stores(Array array) const;
  /// Whether every coordinate has a value at a position that is computed, and not searched.
  bool isRandomAccess() const { return isFull && arrays.empty(); }
};

}  // namespace stardust::levels
