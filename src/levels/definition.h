// What a level format is: a row of properties and functions. Rooms ask these, and match on no format.
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

/// Entries of a list, by index, in some order. Up to 2^32 of them, an index takes 4 bytes.
class EntryOrder {
 public:
  explicit EntryOrder(std::vector<std::uint32_t> narrow) : narrow_(std::move(narrow)) {}
  explicit EntryOrder(std::vector<std::uint64_t> wide) : wide_(std::move(wide)) {}
  std::size_t size() const { return wide_.empty() ? narrow_.size() : wide_.size(); }
  std::size_t operator[](std::size_t e) const { return wide_.empty() ? narrow_[e] : wide_[e]; }

 private:
  std::vector<std::uint32_t> narrow_;
  std::vector<std::uint64_t> wide_;  ///< empty, or `narrow_` is
};

/// The entries that a tensor is packed from, in the order in which its levels store them.
struct Entries {
  const std::int32_t* crd = nullptr;  ///< for each entry one coordinate of each mode
  EntryOrder order;                   ///< the entries, first to last
  std::span<const LevelFormat> levels;
  std::span<const int> modes;  ///< by level
  std::string format;          ///< as the user writes it
  /// Of a level that merges equal values: its entries have different coordinates.
  std::function<bool(std::size_t e, std::size_t other)> sameValue = {};
  std::function<bool(std::size_t e)> isZero = {};
  std::size_t size() const { return order.size(); }
  std::int32_t at(int level, std::size_t e) const {
    return crd[order[e] * modes.size() + static_cast<std::size_t>(modes[static_cast<std::size_t>(level)])];
  }
};

/// Levels are packed from the outermost in.
struct Packing {
  std::vector<std::int64_t> positions;  ///< of each entry in the level packed last
  std::int64_t extent = 1;              ///< how many positions that level has
};

/// Levels are unpacked from the innermost out.
struct Unpacking {
  std::vector<std::int64_t> positions;  ///< of each entry in the level above the one unpacked last
  std::vector<std::int32_t> column;     ///< its coordinate in the level unpacked last
  std::vector<std::int64_t> values{};   ///< where its value is, if an innermost level made several of one; else empty
};

/// Levels are checked from the outermost in.
struct Checking {
  std::int64_t extent = 1;  ///< how many positions the level checked last has
  std::vector<bool> tied;   ///< tied[p]: positions p-1 and p agree in every coordinate of their tuple
  std::function<void(const std::string& what)> fail;  ///< throws
  void check(bool holds, const char* what) const {
    if (!holds) fail(what);
  }
};

// ---------------------------------------------------------------- the accelerator, and programs in C

/// How the accelerator finds the coordinates of a fiber in its DRAM.
enum class Dram {
  None,     ///< it does not: the host converts the level (Definition::onAccelerator)
  Counted,  ///< every coordinate is there: a counter
  Listed,   ///< positions, and coordinates that ascend: a stream, or a scan of the bits that are made of it
};

/// A function of the main.c of an artifact.
struct CText {
  const char* name;
  const char* text;
};

// ---------------------------------------------------------------- the row

struct Definition {
  LevelFormat format;
  char letter;
  char otherLetter = 0;  ///< is read, too, and never printed
  const char* name;      ///< in manifests: "bitVector"
  const char* meaning;   ///< after its letter: "compressed with repeated coordinates"
  const char* stored;    ///< how its coordinates are stored: "a bit vector"

  std::vector<Array> arrays;
  bool isFull = false;        ///< every coordinate of a fiber is there
  bool isUnique = true;       ///< a coordinate stands once in a fiber
  bool isBranchless = false;  ///< each position of the level above has one coordinate
  bool hasLocate = false;     ///< position = parent*dim + coordinate: any element can be read and written at any time
  bool isCountable = true;    ///< a loop over positions can tell the coordinate of each (pos)
  bool mergesValues = false;  ///< neighbours with equal values have one position: an innermost level, as if dense
  std::int64_t paddedTo = 1;  ///< how many bits of a fiber are stored together

  /// The level that the host converts it to for an accelerator; itself if that reads it.
  LevelFormat onAccelerator;
  Dram dram = Dram::None;
  /// The level in which the loops of a processor assemble a result, which is converted afterwards; itself if they can.
  LevelFormat assembled;

  /// Throws Error (user) if the level cannot stand where it does. Null: anywhere.
  void (*requirePlace)(std::span<const LevelFormat> levels, std::size_t level, const std::string& written) = nullptr;
  /// Makes the arrays of `built`, whose format and dimension are set.
  void (*pack)(const Entries& entries, int level, Packing& packing, Level& built);
  void (*unpack)(const Level& level, Unpacking& unpacking);
  /// Whether the arrays keep the invariant; the dimension is right.
  void (*check)(const LevelView& level, Checking& checking);
  /// Bytes of the arrays, whatever is stored below so many positions.
  double (*leastBytes)(double parents, double dim);

  std::vector<CText> cTexts;  ///< each may use those before it
  /// The statement that checks the arrays of an operand and sets `size`, the number of positions so far, with the names
  /// {dims}, {pos}, {crd} and {bits} of the files and {level}, the arrays.
  const char* cCheck;

  bool stores(Array array) const;
};

}  // namespace stardust::levels
