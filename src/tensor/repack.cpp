#include "tensor/repack.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "levels/registry.h"
#include "support/radix_sort.h"
#include "tensor/coordinate_list.h"
#include "tensor/huge_pages.h"
#include "tensor/sorted_columns.h"
#include "tensor/widths.h"

namespace stardust {
namespace {

using Index = std::uint32_t;

constexpr std::size_t mostCounters = 65'536;  // of a counting sort of few entries

// By mode. Precondition: the coordinates have 32 bits or fit in them.
std::vector<Column> columnsOf(const Storage& storage) {
  std::vector<Column> columns(storage.levels.size());
  levels::Unpacking unpacking{std::vector<std::int64_t>(storage.stored()), {}};
  std::iota(unpacking.positions.begin(), unpacking.positions.end(), 0);
  if (!storage.levels.empty()) unpacking.rows = storage.levels.front().dim;
  unpacking.block = storage.format.block();
  for (std::size_t l = storage.levels.size(); l-- > 0;) {
    levels::of(storage.levels[l].format).unpack(storage.levels[l], unpacking);
    unpacking.column.convertTo(Width::Bits32);
    columns[static_cast<std::size_t>(storage.format.mode(static_cast<int>(l)))] = std::move(unpacking.column).narrow();
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

// A permutation of the entries: the n-th entry of `order` goes to place[n]. Without an order, the n-th entry does;
// without places, it goes to n.
struct Moves {
  std::vector<Index> order, place;

  template <class Array>
  Array apply(Array from) const {
    if (order.empty() && place.empty()) return from;
    Array to;
    to.reserve(from.size());
    preferHugePages(to.data(), from.size() * sizeof(from[0]));
    to.resize(from.size());
    if (place.empty())
      for (std::size_t n = 0; n < order.size(); ++n) to[n] = from[order[n]];
    else if (order.empty())
      for (std::size_t n = 0; n < place.size(); ++n) to[place[n]] = from[n];
    else
      for (std::size_t n = 0; n < place.size(); ++n) to[place[n]] = from[order[n]];
    return to;
  }
};

// The places of a counting sort by one column.
std::vector<Index> countingPlaces(const Column& column, const std::vector<Index>& order, std::int64_t extent) {
  std::vector<Index> next(static_cast<std::size_t>(extent) + 1, 0);
  for (const std::int32_t c : column) ++next[static_cast<std::size_t>(c) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Index> place(column.size());
  for (std::size_t n = 0; n < place.size(); ++n)
    place[n] = next[static_cast<std::size_t>(column[order.empty() ? n : order[n]])]++;
  return place;
}

// A stable sort by the first modes, from the last of them to the first.
Moves sorting(const std::vector<Column>& columns, const Storage& storage, const std::vector<int>& modes) {
  Moves moves;
  for (std::size_t n = modes.size(); n-- > 0;) {
    const auto mode = static_cast<std::size_t>(modes[n]);
    const std::int64_t extent = storage.dims[mode];
    if (n == 0 && static_cast<std::size_t>(extent) <= storage.stored() + mostCounters) {
      moves.place = countingPlaces(columns[mode], moves.order, extent);
      return moves;
    }
    if (moves.order.empty()) {
      moves.order.resize(storage.stored());
      std::iota(moves.order.begin(), moves.order.end(), Index{0});
    }
    sortBy(columns[mode], moves.order, extent);
  }
  return moves;
}

// Null if entries share coordinates.
std::optional<Storage> sorted(const Storage& storage, const Format& format) {
  std::vector<Column> columns = columnsOf(storage);
  std::vector<int> modes = format.modeOrder();
  modes.resize(modesToSort(storage.format.modeOrder(), modes));
  const Moves moves = sorting(columns, storage, modes);
  std::vector<Column> byLevel;
  for (const int mode : format.modeOrder())
    byLevel.push_back(moves.apply(std::move(columns[static_cast<std::size_t>(mode)])));
  auto levels = levelsOfSorted(std::move(byLevel), format, storage.dims);
  if (!levels) return std::nullopt;
  Storage made{storage.dims, format, std::move(*levels), {}};
  std::visit([&](const auto& from) { made.values = moves.apply(from); }, storage.values);
  fitWidths(made);
  moveToHugePages(made);
  return made;
}

// Whether the source has one value for each entry, in their order, and no wide extent, and the target's dense levels
// have about as many positions as there are entries.
bool isSortable(const Storage& storage, const Format& format) {
  const auto stored = static_cast<double>(storage.stored());
  return isDenseAboveListed(format) && !format.isSymmetric() && !storage.format.isSymmetric() &&
         std::all_of(storage.dims.begin(), storage.dims.end(), [](std::int64_t dim) { return dim <= mostNarrow; }) &&
         stored > 0 && stored < std::numeric_limits<Index>::max() &&
         densePositions(format, storage.dims) <= 16 * stored + mostCounters &&
         std::all_of(storage.format.levels().begin(), storage.format.levels().end(),
                     [](LevelFormat level) { return levels::of(level).isPositional; });
}

// The distance of neighbours in each mode of a dense tensor.
std::vector<std::size_t> stridesOf(const Format& format, const std::vector<std::int64_t>& dims) {
  std::vector<std::size_t> strides(dims.size());
  std::size_t values = 1;
  for (int l = format.order(); l-- > 0;) {
    const auto mode = static_cast<std::size_t>(format.mode(l));
    strides[mode] = values;
    values *= static_cast<std::size_t>(dims[mode]);
  }
  return strides;
}

// A dense tensor in another order of its modes. Squares of the modes that are last before and after are moved one by
// one, so that lines of memory are read and written as a whole.
Storage movedDense(const Storage& storage, const Format& format) {
  constexpr std::size_t side = 16;
  Storage made{storage.dims, format, {}, makeValues(storage.type(), storage.stored())};
  for (int l = 0; l < format.order(); ++l)
    made.levels.push_back({format.level(l), storage.dims[static_cast<std::size_t>(format.mode(l))], {}, {}});
  if (storage.stored() == 0) return made;
  const std::vector<std::size_t> from = stridesOf(storage.format, storage.dims), to = stridesOf(format, storage.dims);
  const auto a = static_cast<std::size_t>(storage.format.modeOrder().back());
  const auto b = static_cast<std::size_t>(format.modeOrder().back());
  const auto extent = [&](std::size_t mode) { return static_cast<std::size_t>(storage.dims[mode]); };
  const std::size_t rows = a == b ? 1 : extent(a), columns = extent(b);
  const auto movePlane = [&](auto& target, const auto& source, std::size_t at, std::size_t put) {
    for (std::size_t first = 0; first < rows; first += side)
      for (std::size_t left = 0; left < columns; left += side)
        for (std::size_t row = first; row < std::min(rows, first + side); ++row)
          for (std::size_t column = left; column < std::min(columns, left + side); ++column)
            target[put + row * to[a] + column * to[b]] = source[at + row * from[a] + column * from[b]];
  };
  std::vector<std::size_t> place(storage.dims.size());  // of the plane: 0 in the modes a and b
  const auto next = [&] {
    for (std::size_t mode = 0; mode < place.size(); ++mode) {
      if (mode == a || mode == b) continue;
      if (++place[mode] < extent(mode)) return true;
      place[mode] = 0;
    }
    return false;
  };
  std::visit(
      [&](auto& target) {
        const auto& source = std::get<std::decay_t<decltype(target)>>(storage.values);
        do
          movePlane(target, source, std::inner_product(place.begin(), place.end(), from.begin(), std::size_t{0}),
                    std::inner_product(place.begin(), place.end(), to.begin(), std::size_t{0}));
        while (next());
      },
      made.values);
  moveToHugePages(made);
  return made;
}

}  // namespace

Storage repack(const Storage& storage, const Format& format) {
  if (haveSameLevels(storage.format, format)) return convert(storage, format);
  if (storage.order() > 0 && storage.format.isDense() && format.isDense()) return movedDense(storage, format);
  if (isCoordinateListOf(storage.format, format)) return coordinateList(storage, format);
  if (isSortable(storage, format))
    if (auto made = sorted(storage, format)) return std::move(*made);
  return pack(unpack(storage), format);
}

}  // namespace stardust
