// Random tensors and formats for the properties of this room.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "tensor/storage.h"

namespace stardust::samples {

using Entries = std::map<std::vector<std::int32_t>, std::int64_t>;

/// Small dimensions, including zeros and ones; values including zero; repeated coordinates.
inline Coordinates coordinates(int order) {
  Coordinates sample;
  for (int m = 0; m < order; ++m) sample.dims.push_back(*rc::gen::inRange<std::int64_t>(0, 5));
  const bool empty = std::count(sample.dims.begin(), sample.dims.end(), 0) > 0;
  const auto size = empty ? std::size_t{0} : *rc::gen::inRange<std::size_t>(0, 20);
  ValueArray<std::int64_t> values;
  for (std::size_t e = 0; e < size; ++e) {
    for (const std::int64_t dim : sample.dims)
      sample.crd.push_back(*rc::gen::inRange<std::int32_t>(0, static_cast<std::int32_t>(dim)));
    values.push_back(*rc::gen::inRange<std::int64_t>(-3, 4));
  }
  sample.values = values;
  return sample;
}

/// Any legal format of this order, in any mode order.
inline Format format(int order) {
  std::vector<LevelFormat> levels;
  for (int l = 0; l < order; ++l) {
    std::vector<LevelFormat> legal = {dense, compressed, compressedNonUnique, bitvector};
    if (l > 0 && (levels.back() == compressedNonUnique || levels.back() == singleton)) legal.push_back(singleton);
    legal.insert(legal.end(), {ranged, hashTable, fixedLength});
    if (l + 1 == order) legal.push_back(runLength);
    if (l == 1 && order == 2 && levels[0] == dense) legal.insert(legal.end(), {sharedDiagonals, denseBlocks});
    levels.push_back(*rc::gen::elementOf(legal));
  }
  std::vector<int> modes(static_cast<std::size_t>(order));
  std::iota(modes.begin(), modes.end(), 0);
  for (std::size_t m = modes.size(); m > 1; --m) std::swap(modes[m - 1], modes[*rc::gen::inRange<std::size_t>(0, m)]);
  const Format format(levels, modes);
  if (format.block().rows == 0) return format;
  return format.with(Block{*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 4)});
}

/// The sum of the entries at each coordinate.
inline Entries summed(const Coordinates& all) {
  Entries sums;
  const auto order = static_cast<std::size_t>(all.order());
  for (std::size_t e = 0; e < all.size(); ++e) {
    const auto first = all.crd.begin() + static_cast<std::ptrdiff_t>(e * order);
    sums[{first, first + static_cast<std::ptrdiff_t>(order)}] += static_cast<std::int64_t>(valueAt(all.values, e));
  }
  return sums;
}

inline Entries nonZero(Entries entries) {
  std::erase_if(entries, [](const auto& entry) { return entry.second == 0; });
  return entries;
}

}  // namespace stardust::samples
