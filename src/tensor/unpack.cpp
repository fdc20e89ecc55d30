#include <numeric>

#include "levels/registry.h"
#include "tensor/storage.h"

namespace stardust {

Coordinates unpack(const Storage& storage) {
  const std::size_t order = storage.levels.size(), size = storage.stored();
  Coordinates coordinates{storage.dims, std::vector<std::int32_t>(size * order), storage.values};
  levels::Unpacking unpacking{std::vector<std::int64_t>(size), std::vector<std::int32_t>(size)};
  std::iota(unpacking.positions.begin(), unpacking.positions.end(), 0);
  for (std::size_t l = order; l-- > 0;) {
    levels::of(storage.levels[l].format).unpack(storage.levels[l], unpacking);
    const auto mode = static_cast<std::size_t>(storage.format.mode(static_cast<int>(l)));
    for (std::size_t e = 0; e < size; ++e) coordinates.crd[e * order + mode] = unpacking.column[e];
  }
  return coordinates;
}

}  // namespace stardust
