// How a tensor is stored: a level format for each mode, the order of the modes, and the memory region.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "stardust/level_format.h"

namespace stardust {

/// Where a tensor lives: in DRAM, visible to host and accelerator, or in the accelerator's own memories.
enum class Region { OffChip, OnChip };
inline constexpr Region offChip = Region::OffChip;
inline constexpr Region onChip = Region::OnChip;

/// Level formats from the outermost stored level in, and the mode each level stores.
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
  bool isDense() const;  ///< every level dense (a scalar is dense)
  bool isFull() const;   ///< every coordinate has a value, whatever the values are, as in a dense format

  friend bool operator==(const Format&, const Format&) = default;

 private:
  std::vector<LevelFormat> levels_;
  std::vector<int> modeOrder_;
  Region region_ = Region::OffChip;
};

/// A dense format of `order` levels in natural mode order.
Format denseFormat(int order, Region region = offChip);

/// The format that the field calls by this name: dense, vec, csr, csc, dcsr, dcsc, coo, csf, dcc, bcsr; a number after
/// dense, coo or csf is its order, e.g. "coo3". `order` is that of the tensor: dense, coo and csf exist in every order,
/// the others in one, which is also what a negative `order` means (2 for coo). Throws Error (user): no such name, not
/// of that order.
Format namedFormat(const std::string& name, int order = -1);

/// "ds", "ds:1,0", "ds:0,1:onChip": the notation of the -f flag, shortest form. parse: format/parse.h.
std::string toString(const Format& format);

}  // namespace stardust
