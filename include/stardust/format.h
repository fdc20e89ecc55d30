// Storage format of a tensor: a level format for each mode, the mode order, and the memory region.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "stardust/level_format.h"

namespace stardust {

/// Memory region of a tensor: DRAM, visible to host and accelerator, or the on-chip memories of the accelerator.
enum class Region { OffChip, OnChip };
inline constexpr Region offChip = Region::OffChip;
inline constexpr Region onChip = Region::OnChip;

/// The widths of the positions and the coordinates of a tensor.
struct Widths {
  Width positions = Width::AsNeeded;
  Width coordinates = Width::AsNeeded;
  friend bool operator==(const Widths&, const Widths&) = default;
};

/// Level formats, outermost first, the mode that each level stores, and the widths of positions and coordinates.
/// Invariant: modeOrder is a permutation of 0..order-1 and levels.size() == modeOrder.size().
class Format {
 public:
  Format() = default;     ///< a scalar (order 0), off chip
  Format(Region region);  // NOLINT: the paper writes `Tensor<int> ws(onChip)`
  Format(std::initializer_list<LevelFormat> levels, Region region = offChip);
  /// Throws Error (user) if modeOrder is not a permutation of 0..levels.size()-1.
  Format(std::vector<LevelFormat> levels, std::vector<int> modeOrder, Region region = offChip);

  int order() const { return static_cast<int>(levels_.size()); }
  const std::vector<LevelFormat>& levels() const { return levels_; }
  LevelFormat level(int level) const { return levels_.at(static_cast<std::size_t>(level)); }
  const std::vector<int>& modeOrder() const { return modeOrder_; }
  int mode(int level) const { return modeOrder_.at(static_cast<std::size_t>(level)); }
  int levelOfMode(int mode) const;
  Region region() const { return region_; }
  const Widths& widths() const { return widths_; }
  /// The same format with other widths: csr.with({.positions = Width::Bits32}).
  Format with(Widths widths) const;
  /// The size of the blocks of a blocked level; 0 x 0 without one. The default is 4 x 4.
  const Block& block() const { return block_; }
  /// The same format with blocks of another size. Throws Error (user): no level is blocked, or a size is not 1 to 1024.
  Format with(Block block) const;
  /// Whether the levels store one triangle of a symmetric matrix: the coordinates (i,j) with j <= i, which stand for
  /// (j,i), too.
  bool isSymmetric() const { return isSymmetric_; }
  /// The same levels with one triangle. Throws Error (user): the format has not two levels, or one of its levels stores
  /// coordinates without entries (other than a dense outermost level).
  Format asSymmetric() const;
  /// Other levels in the same region, with the same widths, and with the same blocks if one of them is blocked. They
  /// store both triangles.
  Format with(std::vector<LevelFormat> levels, std::vector<int> modeOrder) const;
  bool isDense() const;  ///< all levels are dense (true for a scalar)
  bool isFull() const;   ///< every coordinate has a stored value, as in a dense format

  friend bool operator==(const Format&, const Format&) = default;

 private:
  std::vector<LevelFormat> levels_;
  std::vector<int> modeOrder_;
  Region region_ = Region::OffChip;
  Widths widths_;
  Block block_;
  bool isSymmetric_ = false;
};

/// A dense format of `order` levels in natural mode order.
Format denseFormat(int order, Region region = offChip);

/// The format with a conventional name: dense, vec, csr, csc, dcsr, dcsc, coo, csf, dcc, bcsr, bsr, ell, dia, sky,
/// lower, upper, symmetric. A number after dense, coo or csf is the order, e.g. "coo3". `order` is the order of the
/// tensor. dense, coo and csf exist for every order; each other name has one order, which a negative `order` selects (2
/// for coo). Throws Error (user): unknown name, or a name that does not exist for this order.
Format namedFormat(const std::string& name, int order = -1);

/// "ds", "ds:1,0", "ss:pos32:crd64", "dk(4,4)", "ds:symmetric", "ds:0,1:onChip": the shortest form in the notation of
/// the -f flag. Parsed by format/parse.h.
std::string toString(const Format& format);

}  // namespace stardust
