#include "support/diagnostic.h"
#include "tensor/storage.h"

namespace stardust {
namespace {

// parent[p] of a level: the position above p. Built from the innermost level out, one column of coordinates at a time.
std::vector<std::int64_t> parentsOf(const Level& level, const std::vector<std::int64_t>& positions,
                                    std::vector<std::int32_t>& column) {
  std::vector<std::int64_t> parents(positions.size());
  const auto dim = level.dim;
  switch (level.format) {
    case LevelFormat::Dense:
      for (std::size_t e = 0; e < positions.size(); ++e) {
        parents[e] = positions[e] / dim;
        column[e] = static_cast<std::int32_t>(positions[e] % dim);
      }
      break;
    case LevelFormat::Singleton:
      for (std::size_t e = 0; e < positions.size(); ++e) {
        parents[e] = positions[e];
        column[e] = level.crd[static_cast<std::size_t>(positions[e])];
      }
      break;
    case LevelFormat::Compressed:
    case LevelFormat::CompressedNonUnique:
    case LevelFormat::BitVector: {
      const bool isBits = level.format == LevelFormat::BitVector;
      const std::vector<std::int32_t> expanded = isBits ? coordinatesOfBits(level) : std::vector<std::int32_t>();
      const std::vector<std::int32_t>& crd = isBits ? expanded : level.crd;
      std::size_t parent = 0;  // positions ascend, so the fibers are passed once
      for (std::size_t e = 0; e < positions.size(); ++e) {
        while (level.pos[parent + 1] <= positions[e]) ++parent;
        parents[e] = static_cast<std::int64_t>(parent);
        column[e] = crd[static_cast<std::size_t>(positions[e])];
      }
      break;
    }
  }
  return parents;
}

}  // namespace

Coordinates unpack(const Storage& storage) {
  const std::size_t order = storage.levels.size();
  const std::size_t size = storage.stored();
  Coordinates coordinates{storage.dims, std::vector<std::int32_t>(size * order), storage.values};
  std::vector<std::int64_t> positions(size);
  for (std::size_t e = 0; e < size; ++e) positions[e] = static_cast<std::int64_t>(e);
  std::vector<std::int32_t> column(size);
  for (std::size_t l = order; l-- > 0;) {
    positions = parentsOf(storage.levels[l], positions, column);
    const auto mode = static_cast<std::size_t>(storage.format.mode(static_cast<int>(l)));
    for (std::size_t e = 0; e < size; ++e) coordinates.crd[e * order + mode] = column[e];
  }
  return coordinates;
}

}  // namespace stardust
