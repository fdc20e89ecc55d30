#include "planner/facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
  const double all = levels::positionsOf(level, above);
  if (static_cast<double>(level.pos.size()) != above + 1) return {all, above};  // no bounds of each fiber
  double parents = 0;
  for (std::size_t p = 0; p + 1 < level.pos.size(); ++p) parents += level.pos[p] < level.pos[p + 1];
  return {all, parents};
}

// Whether the coordinate of each position is computed, or listed in crd.
bool hasCoordinates(LevelFormat format) { return levels::of(format).isCountable; }

// The entries with each coordinate. `below`: the entries of each position; empty: one each.
std::vector<float> entriesBy(const LevelView& level, std::size_t positions, const std::vector<float>& below) {
  const auto dim = static_cast<std::size_t>(level.dim);
  std::vector<float> by(dim);
  const auto of = [&](std::size_t position) { return below.empty() ? 1.0F : below[position]; };
  if (level.format == dense)
    for (std::size_t p = 0; p < positions; ++p) by[p % dim] += of(p);
  else
    for (std::size_t p = 0; p < positions; ++p) by[static_cast<std::size_t>(level.crd[p])] += of(p);
  return by;
}

// The entries of each position of the level above.
std::vector<float> entriesAbove(const LevelView& level, std::size_t positions, const std::vector<float>& below) {
  std::vector<float> above;
  if (!level.pos.empty()) {
    above.resize(level.pos.size() - 1);
    for (std::size_t p = 0; p < above.size(); ++p) {
      const std::int64_t first = level.pos[p], last = level.pos[p + 1];
      above[p] = below.empty() ? static_cast<float>(last - first)
                               : std::accumulate(below.begin() + first, below.begin() + last, 0.0F);
    }
    return above;
  }
  const std::size_t fiber = level.format == dense ? static_cast<std::size_t>(std::max<std::int64_t>(level.dim, 1)) : 1;
  if (below.empty() && fiber == 1) return {};
  above.resize(positions / fiber, static_cast<float>(fiber));
  for (std::size_t p = 0; p < above.size() && !below.empty(); ++p)
    above[p] = std::accumulate(below.begin() + static_cast<long>(p * fiber),
                               below.begin() + static_cast<long>((p + 1) * fiber), 0.0F);
  return above;
}

// Nothing for levels whose positions have several coordinates, or none.
std::map<int, std::shared_ptr<const Degrees>> degreesOf(const StorageView& storage, Modes modes) {
  std::map<int, std::shared_ptr<const Degrees>> degrees;
  const auto isUsable = [](const LevelView& level) { return hasCoordinates(level.format); };
  if (!std::all_of(storage.levels.begin(), storage.levels.end(), isUsable)) return degrees;
  std::size_t positions = storage.stored();
  std::vector<float> below;
  for (int l = storage.format.order(); l-- > 0;) {
    const LevelView& level = storage.levels.at(static_cast<std::size_t>(l));
    const int mode = storage.format.mode(l);
    const bool isSmall = static_cast<double>(level.dim) <= 16.0 * static_cast<double>(storage.stored()) + 65'536;
    if (isSmall && (modes >> mode & 1))
      degrees[mode] = std::make_shared<const Degrees>(entriesBy(level, positions, below));
    below = entriesAbove(level, positions, below);
    if (!level.pos.empty()) positions = level.pos.size() - 1;
    else if (level.format == dense) positions = level.dim == 0 ? 0 : positions / static_cast<std::size_t>(level.dim);
  }
  return degrees;
}

}  // namespace

Degrees::Degrees(std::vector<float> of)
    : entries(std::move(of)),
      all(std::accumulate(entries.begin(), entries.end(), 0.0)),
      distinct(
          static_cast<double>(std::count_if(entries.begin(), entries.end(), [](float count) { return count > 0; }))) {}

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

const Degrees* TensorFacts::degrees(int mode) const {
  const auto known = degrees_.find(mode);
  return known == degrees_.end() ? nullptr : known->second.get();
}

TensorFacts TensorFacts::with(std::map<int, std::shared_ptr<const Degrees>> degrees) const {
  TensorFacts facts = *this;
  for (const auto& [mode, of] : degrees) facts.counted_.emplace(Modes{1} << mode, of->distinct);
  facts.degrees_ = std::move(degrees);
  return facts;
}

Modes meetingModes(const notation::Assignment& assignment, const std::string& tensor) {
  const std::vector<notation::Access> accesses = notation::accesses(assignment.rhs);
  const auto isSparse = [](const notation::Access& access) { return !access.tensor.format.isFull(); };
  Modes modes = 0;
  for (const notation::Access& access : accesses)
    for (std::size_t mode = 0; access.tensor.name == tensor && isSparse(access) && mode < access.indices.size(); ++mode)
      for (const notation::Access& other : accesses)
        if (isSparse(other) && !notation::equal(other, access) &&
            notation::contains(other.indices, access.indices[mode]))
          modes |= Modes{1} << mode;
  return modes;
}

TensorFacts factsOf(const StorageView& storage, Modes withDegrees) {
  std::vector<double> extents(storage.dims.begin(), storage.dims.end());
  std::map<Modes, double> counted;
  Modes above = 0;
  double positions = 1;
  bool isFull = true;  // all levels so far: their positions are no coordinates of entries
  for (int l = 0; l < storage.format.order(); ++l) {
    const LevelView& level = storage.levels.at(static_cast<std::size_t>(l));
    const bool isFullLevel = levels::of(level.format).isFull;
    Positions found = positionsOf(level, positions);
    if (l + 1 == storage.format.order()) found.all = static_cast<double>(storage.stored());
    if (!isFullLevel && isFull && above != 0) counted[above] = found.parents;
    above |= Modes{1} << storage.format.mode(l);
    positions = found.all;
    isFull = isFull && isFullLevel;
    if (!isFull && levels::of(level.format).isUnique) counted[above] = found.all;  // padding counts: copies keep it
  }
  const TensorFacts facts(std::move(extents), static_cast<double>(storage.stored()), std::move(counted));
  return withDegrees == 0 ? facts : facts.with(degreesOf(storage, withDegrees));
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
