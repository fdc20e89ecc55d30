#include "tensor/repack.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>

#include "levels/registry.h"
#include "support/radix_sort.h"
#include "tensor/huge_pages.h"

namespace stardust {
namespace {

using Index = std::uint32_t;
using Column = std::vector<std::int32_t>;  // the coordinates of all entries in one mode

// How many dense levels the format begins with, if only compressed ones follow.
std::optional<int> denseAboveCompressed(const Format& format) {
  const auto& levels = format.levels();
  const auto first = std::find_if(levels.begin(), levels.end(), [](LevelFormat level) { return level != dense; });
  const bool isSo =
      first != levels.end() && std::all_of(first, levels.end(), [](LevelFormat level) { return level == compressed; });
  return isSo ? std::optional(static_cast<int>(first - levels.begin())) : std::nullopt;
}

std::vector<Column> columnsOf(const Storage& storage) {
  std::vector<Column> columns(storage.levels.size());
  levels::Unpacking unpacking{std::vector<std::int64_t>(storage.stored()), Column(storage.stored())};
  std::iota(unpacking.positions.begin(), unpacking.positions.end(), 0);
  for (std::size_t l = storage.levels.size(); l-- > 0;) {
    levels::of(storage.levels[l].format).unpack(storage.levels[l], unpacking);
    columns[static_cast<std::size_t>(storage.format.mode(static_cast<int>(l)))] = unpacking.column;
  }
  return columns;
}

// Of the target's modes, those by which entries in the source's order have to be sorted: the rest of the order is
// there.
std::size_t modesToSort(const std::vector<int>& source, const std::vector<int>& target) {
  for (std::size_t sorted = 0;; ++sorted) {
    std::vector<int> left;
    for (const int mode : source)
      if (std::find(target.begin(), target.begin() + static_cast<long>(sorted), mode) ==
          target.begin() + static_cast<long>(sorted))
        left.push_back(mode);
    if (std::equal(left.begin(), left.end(), target.begin() + static_cast<long>(sorted))) return sorted;
  }
}

// Sorts by one coordinate, in as few passes as a digit of 16 bits allows: its counters fit in the L2 cache.
void sortBy(const Column& column, std::vector<Index>& order, std::int64_t extent) {
  const int bits = extent < 2 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(extent - 1)));
  const int passes = std::max(1, (bits + 15) / 16);
  radixSort(
      order, bits, [&](Index entry) { return static_cast<std::uint32_t>(column[entry]); },
      std::max(1, (bits + passes - 1) / passes));
}

// Builds the levels from entries in the target's order.
class Builder {
 public:
  Builder(const Storage& storage, const Format& format, int denseLevels) : denseLevels_(denseLevels) {
    for (int l = 0; l < format.order(); ++l)
      levels_.push_back({format.level(l), storage.dims[static_cast<std::size_t>(format.mode(l))], {}, {}});
    std::size_t parents = 1;
    for (int l = 0; l < denseLevels; ++l) parents *= static_cast<std::size_t>(levels_[static_cast<std::size_t>(l)].dim);
    first().pos.assign(parents + 1, 0);
    for (std::size_t l = firstLevel() + 1; l < levels_.size(); ++l) levels_[l].pos.push_back(0);
  }

  // Returns whether the entry differs from the one before it.
  bool add(const std::vector<const std::int32_t*>& crd, Index entry) {
    std::size_t parent = 0;
    for (std::size_t l = 0; l < firstLevel(); ++l)
      parent = parent * static_cast<std::size_t>(levels_[l].dim) + static_cast<std::size_t>(crd[l][entry]);
    bool isNew = first().crd.empty() || parent != parent_;
    parent_ = parent;
    for (std::size_t l = firstLevel(); l < levels_.size(); ++l) {
      Level& level = levels_[l];
      const std::int32_t coordinate = crd[l][entry];
      isNew = isNew || level.crd.back() != coordinate;
      if (!isNew) continue;
      level.crd.push_back(coordinate);
      if (l == firstLevel()) ++level.pos[parent + 1];
      else if (level.pos.size() < levels_[l - 1].crd.size() + 1) level.pos.push_back(0);
      if (l > firstLevel()) level.pos.back() = static_cast<std::int64_t>(level.crd.size());
    }
    return isNew;
  }

  std::vector<Level> levels() {
    std::partial_sum(first().pos.begin(), first().pos.end(), first().pos.begin());
    return std::move(levels_);
  }

 private:
  std::size_t firstLevel() const { return static_cast<std::size_t>(denseLevels_); }
  Level& first() { return levels_[firstLevel()]; }

  const int denseLevels_;
  std::vector<Level> levels_;
  std::size_t parent_ = 0;
};

// Null if entries share coordinates.
std::optional<Storage> transposed(const Storage& storage, const Format& format, int denseLevels) {
  const std::vector<Column> columns = columnsOf(storage);
  std::vector<Index> order(storage.stored());
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t n = modesToSort(storage.format.modeOrder(), format.modeOrder()); n-- > 0;) {
    const auto mode = static_cast<std::size_t>(format.modeOrder()[n]);
    sortBy(columns[mode], order, storage.dims[mode]);
  }
  Builder builder(storage, format, denseLevels);
  std::vector<const std::int32_t*> crd;
  for (const int mode : format.modeOrder()) crd.push_back(columns[static_cast<std::size_t>(mode)].data());
  for (const Index entry : order)
    if (!builder.add(crd, entry)) return std::nullopt;
  Storage made{storage.dims, format, builder.levels(), makeValues(storage.type(), order.size())};
  std::visit(
      [&](auto& to) {
        const auto& from = std::get<std::decay_t<decltype(to)>>(storage.values);
        for (std::size_t e = 0; e < order.size(); ++e) to[e] = from[order[e]];
      },
      made.values);
  moveToHugePages(made);
  return made;
}

// Whether the source has one value for each entry, and the target's dense levels have about as many positions as there
// are entries.
bool isTransposable(const Storage& storage, const Format& format, int denseLevels) {
  double positions = 1;
  for (int l = 0; l < denseLevels; ++l)
    positions *= static_cast<double>(storage.dims[static_cast<std::size_t>(format.mode(l))]);
  const auto stored = static_cast<double>(storage.stored());
  return stored > 0 && stored < std::numeric_limits<Index>::max() && positions <= 16 * stored + 65'536 &&
         std::none_of(storage.format.levels().begin(), storage.format.levels().end(),
                      [](LevelFormat level) { return levels::of(level).mergesValues; });
}

}  // namespace

Storage repack(const Storage& storage, const Format& format) {
  if (const auto denseLevels = denseAboveCompressed(format);
      denseLevels && isTransposable(storage, format, *denseLevels))
    if (auto made = transposed(storage, format, *denseLevels)) return std::move(*made);
  return pack(unpack(storage), format);
}

}  // namespace stardust
