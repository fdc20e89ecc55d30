#include "tensor/sort.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <type_traits>

#include "support/radix_sort.h"

namespace stardust {
namespace {

template <class Index>
struct Keyed {
  std::uint64_t key;
  Index entry;
};

int bitsOf(std::int64_t dim) {
  return dim < 2 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(dim - 1)));
}

template <class Coordinate>
bool isSorted(const std::vector<Coordinate>& crd, std::size_t entries, const std::vector<int>& modeOrder) {
  const auto order = modeOrder.size();
  const Coordinate* before = crd.data();
  for (std::size_t e = 1; e < entries; ++e, before += order) {
    const Coordinate* here = before + order;
    for (const int mode : modeOrder) {
      if (before[mode] > here[mode]) return false;
      if (before[mode] < here[mode]) break;
    }
  }
  return true;
}

template <class Index, class Coordinate>
std::vector<Index> sortedBy(const std::vector<Coordinate>& all, const Coordinates& coordinates,
                            const std::vector<int>& modeOrder) {
  std::vector<Index> entries(coordinates.size());
  std::iota(entries.begin(), entries.end(), Index{0});
  if (isSorted(all, coordinates.size(), modeOrder)) return entries;

  // Combines as many of the innermost modes as fit into a 64-bit key. A stable sort by each key, innermost first, sorts
  // by all modes.
  const auto order = modeOrder.size();
  std::vector<Keyed<Index>> keyed(coordinates.size());
  for (std::size_t end = order; end > 0;) {
    std::size_t begin = end;
    int bits = 0;
    while (begin > 0 && bits + bitsOf(coordinates.dims[modeOrder[begin - 1]]) <= 64)
      bits += bitsOf(coordinates.dims[modeOrder[--begin]]);
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const Coordinate* crd = all.data() + entries[e] * order;
      std::uint64_t key = 0;
      for (std::size_t l = begin; l < end; ++l)
        key = key << bitsOf(coordinates.dims[modeOrder[l]]) |
              static_cast<std::make_unsigned_t<Coordinate>>(crd[modeOrder[l]]);
      keyed[e] = {key, entries[e]};
    }
    radixSort(keyed, bits, [](const Keyed<Index>& k) { return k.key; });
    std::transform(keyed.begin(), keyed.end(), entries.begin(), [](const Keyed<Index>& k) { return k.entry; });
    end = begin;
  }
  return entries;
}

}  // namespace

template <class Index>
std::vector<Index> sortedIndices(const Coordinates& coordinates, const std::vector<int>& modeOrder) {
  return coordinates.crd.visit([&](const auto& crd) { return sortedBy<Index>(crd, coordinates, modeOrder); });
}

template std::vector<std::uint32_t> sortedIndices(const Coordinates&, const std::vector<int>&);
template std::vector<std::uint64_t> sortedIndices(const Coordinates&, const std::vector<int>&);

levels::EntryOrder sortedOrder(const Coordinates& coordinates, const std::vector<int>& modeOrder) {
  if (coordinates.size() <= std::numeric_limits<std::uint32_t>::max())
    return levels::EntryOrder(sortedIndices<std::uint32_t>(coordinates, modeOrder));
  return levels::EntryOrder(sortedIndices<std::uint64_t>(coordinates, modeOrder));
}

}  // namespace stardust
