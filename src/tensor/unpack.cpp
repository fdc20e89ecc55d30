#include <numeric>

#include "levels/registry.h"
#include "tensor/storage.h"

namespace stardust {
namespace {

Values taken(const Values& values, const std::vector<std::int64_t>& places) {
  Values all = makeValues(typeOf(values), places.size());
  std::visit(
      [&](auto& to) {
        const auto& from = std::get<std::decay_t<decltype(to)>>(values);
        for (std::size_t e = 0; e < places.size(); ++e) to[e] = from[static_cast<std::size_t>(places[e])];
      },
      all);
  return all;
}

// Adds (j,i) for each entry (i,j) off the diagonal.
Coordinates mirrored(Coordinates triangle) {
  std::vector<std::int64_t> sources(triangle.size());
  std::iota(sources.begin(), sources.end(), 0);
  for (std::size_t e = 0, stored = triangle.size(); e < stored; ++e) {
    const std::int64_t row = triangle.crd[2 * e], column = triangle.crd[2 * e + 1];
    if (row == column) continue;
    triangle.crd.push_back(column);
    triangle.crd.push_back(row);
    sources.push_back(static_cast<std::int64_t>(e));
  }
  triangle.values = taken(triangle.values, sources);
  return triangle;
}

}  // namespace

Coordinates unpack(const Storage& storage) {
  const std::size_t order = storage.levels.size();
  Coordinates coordinates{storage.dims, {}, {}};
  levels::Unpacking unpacking{std::vector<std::int64_t>(storage.stored()), {}};
  std::iota(unpacking.positions.begin(), unpacking.positions.end(), 0);
  if (!storage.levels.empty()) unpacking.rows = storage.levels.front().dim;
  unpacking.block = storage.format.block();
  for (std::size_t l = order; l-- > 0;) {
    levels::of(storage.levels[l].format).unpack(storage.levels[l], unpacking);
    const CoordinateArray& column = unpacking.column;
    if (column.width() == Width::Bits64) coordinates.crd.convertTo(Width::Bits64);
    coordinates.crd.resize(column.size() * order);
    const auto mode = static_cast<std::size_t>(storage.format.mode(static_cast<int>(l)));
    coordinates.crd.visit([&](auto& crd) {
      using Coordinate = typename std::decay_t<decltype(crd)>::value_type;
      column.visit([&](const auto& from) {
        for (std::size_t e = 0; e < from.size(); ++e) crd[e * order + mode] = static_cast<Coordinate>(from[e]);
      });
    });
  }
  const bool isPositional = order == 0 || levels::of(storage.levels.back().format).isPositional;
  coordinates.values = isPositional ? storage.values : taken(storage.values, unpacking.values);
  return storage.format.isSymmetric() ? mirrored(std::move(coordinates)) : coordinates;
}

}  // namespace stardust
