#include "planner/facts.h"

#include <algorithm>
#include <cmath>

#include "levels/registry.h"

namespace stardust::planner {
namespace {

// The expected number of different values among `draws` even draws from `size` values.
double differentOf(double draws, double size) {
  if (size <= 0 || draws <= 0) return 0;
  return -size * std::expm1(-draws / size);
}

double sizeOf(const std::vector<double>& extents, Modes modes) {
  double size = 1;
  for (std::size_t mode = 0; mode < extents.size(); ++mode)
    if (modes >> mode & 1) size *= extents[mode];
  return size;
}

// The positions of a level, and how many of the positions above it have any.
struct Positions {
  double all, parents;
};
Positions positionsOf(const LevelView& level, double above) {
  const auto stores = [&](levels::Array array) { return levels::of(level.format).stores(array); };
  if (!stores(levels::Array::Pos)) {
    const double all =
        stores(levels::Array::Crd) ? static_cast<double>(level.crd.size()) : above * static_cast<double>(level.dim);
    return {all, above};
  }
  double parents = 0;
  for (std::size_t p = 0; p + 1 < level.pos.size(); ++p) parents += level.pos[p] < level.pos[p + 1];
  return {level.pos.empty() ? 0 : static_cast<double>(level.pos.back()), parents};
}

}  // namespace

bool hasCountableModes(const notation::Assignment& assignment) {
  const auto isCountable = [](const notation::Access& access) { return access.tensor.order() <= mostModes; };
  const auto read = notation::accesses(assignment.rhs);
  return isCountable(assignment.lhs) && std::all_of(read.begin(), read.end(), isCountable);
}

TensorFacts::TensorFacts(std::vector<double> extents, double stored) : TensorFacts(std::move(extents), stored, {}) {}

TensorFacts::TensorFacts(std::vector<double> extents, double stored, std::map<Modes, double> counted)
    : extents_(std::move(extents)), stored_(stored), counted_(std::move(counted)) {}

double TensorFacts::distinct(Modes modes) const {
  if (const auto known = counted_.find(modes); known != counted_.end()) return known->second;
  if (modes == 0) return std::min(stored_, 1.0);
  const double size = sizeOf(extents_, modes);
  double least = differentOf(stored_, size);
  for (const auto& [known, count] : counted_) {
    if ((modes & known) == modes) least = std::min(least, differentOf(count, size));
    if ((modes & known) == known) least = std::min(least, count * sizeOf(extents_, modes & ~known));
  }
  return least;
}

TensorFacts factsOf(const StorageView& storage) {
  std::vector<double> extents(storage.dims.begin(), storage.dims.end());
  std::map<Modes, double> counted;
  Modes above = 0;
  double positions = 1;
  bool isFull = true;  // all levels so far: their positions are no coordinates of entries
  for (int l = 0; l < storage.format.order(); ++l) {
    const LevelView& level = storage.levels.at(static_cast<std::size_t>(l));
    const bool isFullLevel = levels::of(level.format).isFull;
    const Positions found = positionsOf(level, positions);
    if (!isFullLevel && isFull && above != 0) counted[above] = found.parents;
    above |= Modes{1} << storage.format.mode(l);
    positions = found.all;
    isFull = isFull && isFullLevel;
    if (!isFull && levels::of(level.format).isUnique) counted[above] = found.all;  // padding counts: copies keep it
  }
  return {std::move(extents), static_cast<double>(storage.stored()), std::move(counted)};
}

TensorFacts assumedFacts(const notation::TensorVar& tensor) {
  std::vector<double> extents(static_cast<std::size_t>(tensor.order()), assumedExtent);
  for (std::size_t mode = 0; mode < tensor.dims.size(); ++mode)
    if (tensor.dims[mode] > 0) extents[mode] = static_cast<double>(tensor.dims[mode]);
  Modes stored = 0;  // those of the levels down to the last one that leaves coordinates out
  Modes above = 0;
  for (int level = 0; level < tensor.order(); ++level) {
    above |= Modes{1} << tensor.format.mode(level);
    if (!levels::of(tensor.format.level(level)).isFull) stored = above;
  }
  const double all = sizeOf(extents, above);
  if (stored == 0) return {std::move(extents), all};
  double longest = 1;
  for (std::size_t mode = 0; mode < extents.size(); ++mode)
    if (stored >> mode & 1) longest = std::max(longest, extents[mode]);
  const double most = sizeOf(extents, stored);
  const double positions = std::min(most, (stored & (stored - 1)) == 0 ? most / assumedFiber : assumedFiber * longest);
  return {extents, positions * all / most, {{stored, positions}}};
}

}  // namespace stardust::planner
