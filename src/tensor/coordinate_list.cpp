#include "tensor/coordinate_list.h"

#include <algorithm>
#include <numeric>

#include "levels/registry.h"
#include "tensor/huge_pages.h"
#include "tensor/widths.h"

namespace stardust {
namespace {

using Starts = std::vector<std::int64_t>;  // by position of a level: its first entry; at the end the number of entries

// `below`: of the level below.
Starts startsAbove(const Level& child, const Starts& below) {
  if (child.format == dense) {
    const auto dim = static_cast<std::size_t>(child.dim);
    Starts starts(dim == 0 ? 0 : (below.size() - 1) / dim + 1);
    for (std::size_t p = 0; p < starts.size(); ++p) starts[p] = below[p * dim];
    return starts;
  }
  Starts starts = child.pos.wide();
  if (!below.empty())
    for (std::int64_t& start : starts) start = below[static_cast<std::size_t>(start)];
  return starts;
}

// The coordinate of each entry: that of the position it is below.
template <class Coordinate>
std::vector<Coordinate> columnOf(const Level& level, const Starts& starts) {
  std::vector<Coordinate> column;
  column.reserve(static_cast<std::size_t>(starts.back()));
  preferHugePages(column.data(), column.capacity() * sizeof(Coordinate));
  column.resize(column.capacity());
  for (std::size_t p = 0; p + 1 < starts.size(); ++p) {
    const auto at = static_cast<std::int64_t>(p);
    const auto coordinate = static_cast<Coordinate>(level.format == dense ? at % level.dim : level.crd[p]);
    for (std::int64_t e = starts[p]; e < starts[p + 1]; ++e) column[static_cast<std::size_t>(e)] = coordinate;
  }
  return column;
}

CoordinateArray coordinatesOf(const Level& level, const Starts& starts) {
  if (level.dim > mostNarrow) return columnOf<std::int64_t>(level, starts);
  return columnOf<std::int32_t>(level, starts);
}

}  // namespace

bool isCoordinateListOf(const Format& from, const Format& to) {
  if (to.order() < 2 || from.modeOrder() != to.modeOrder() || from.isSymmetric() || to.isSymmetric()) return false;
  const auto& levels = to.levels();
  return levels.front() == compressedNonUnique &&
         std::all_of(levels.begin() + 1, levels.end(), [](LevelFormat level) { return level == singleton; }) &&
         from.levels().back() == compressed &&
         std::all_of(from.levels().begin(), from.levels().end(),
                     [](LevelFormat level) { return level == dense || level == compressed; });
}

Storage coordinateList(const Storage& storage, const Format& format) {
  Storage list{storage.dims, format, {}, storage.values};
  list.levels.resize(storage.levels.size());
  list.levels.back().crd = storage.levels.back().crd;
  Starts starts;
  for (std::size_t l = storage.levels.size() - 1; l-- > 0 && storage.stored() > 0;) {
    starts = startsAbove(storage.levels[l + 1], starts);
    list.levels[l].crd = coordinatesOf(storage.levels[l], starts);
  }
  for (std::size_t l = 0; l < list.levels.size(); ++l) {
    list.levels[l].format = format.level(static_cast<int>(l));
    list.levels[l].dim = storage.levels[l].dim;
  }
  list.levels.front().pos = {0, static_cast<std::int64_t>(storage.stored())};
  fitWidths(list);
  moveToHugePages(list);
  return list;
}

}  // namespace stardust
