// Diagonals that all fibers share: `pos` has two elements, 0 and the number of diagonals, and `crd` their ascending
// offsets. Fiber p has the coordinates p + offset that exist, and position k * dim + c is coordinate c of diagonal k,
// as in SciPy's dia_array. Positions whose row does not exist hold no entry. Coordinates of the diagonals without an
// entry are stored, too, with value 0. Innermost, and directly below a dense level.
#include <fmt/format.h>

#include <algorithm>

#include "levels/listed.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::levels {
namespace {

constexpr const char* ofDiagonal = "a diagonal has the coordinate p + offset in each fiber p";

void packDiagonals(const Entries& entries, int level, Packing& packing, Level& built) {
  const bool isWide = packing.extent > mostNarrow || built.dim > mostNarrow;
  if (isWide)
    failUnsupported(fmt::format("format \"{}\" of {} x {}", entries.format, packing.extent, built.dim), {},
                    fmt::format("the offset of a diagonal is at most {}", mostNarrow),
                    "make this level compressed (s)");
  std::vector<std::int64_t> offsets(entries.size());
  for (std::size_t e = 0; e < entries.size(); ++e) offsets[e] = entries.at(level, e) - packing.positions[e];
  const auto rows = static_cast<std::size_t>(packing.extent);
  std::vector<bool> isStored(rows + static_cast<std::size_t>(built.dim), false);
  for (const std::int64_t offset : offsets) isStored[rows + static_cast<std::size_t>(offset)] = true;
  std::vector<std::int64_t> before(isStored.size() + 1, 0);  // the stored diagonals before each
  for (std::size_t d = 0; d < isStored.size(); ++d) {
    before[d + 1] = before[d] + (isStored[d] ? 1 : 0);
    if (isStored[d]) built.crd.push_back(static_cast<std::int64_t>(d) - packing.extent);
  }
  built.pos = {0, before.back()};
  packing.extent = requirePositions(entries, level, before.back(), built.dim);
  for (std::size_t e = 0; e < entries.size(); ++e)
    packing.positions[e] = before[rows + static_cast<std::size_t>(offsets[e])] * built.dim + entries.at(level, e);
}

void unpackDiagonals(const Level& level, Unpacking& unpacking) {
  Unpacking all;
  for (std::int64_t row = 0; row < unpacking.rows; ++row)
    for (std::size_t k = 0; k < level.crd.size(); ++k) {
      const std::int64_t column = row + level.crd[k];
      if (column < 0 || column >= level.dim) continue;
      all.positions.push_back(row);
      all.column.push_back(column);
      all.values.push_back(static_cast<std::int64_t>(k) * level.dim + column);
    }
  all.rows = unpacking.rows, all.block = unpacking.block;
  unpacking = std::move(all);
}

void checkDiagonals(const LevelView& level, Checking& checking) {
  if (level.pos.size() != 2) checking.fail(fmt::format("pos has {}, not 2", counted(level.pos.size(), "element")));
  if (level.pos[0] != 0 || level.pos[1] != static_cast<std::int64_t>(level.crd.size()))
    checking.fail(fmt::format("pos is {} and {}, not 0 and the number of diagonals, {}", level.pos[0], level.pos[1],
                              level.crd.size()));
  for (std::size_t k = 0; k < level.crd.size(); ++k) {
    if (level.crd[k] <= -checking.extent || level.crd[k] >= level.dim)
      checking.fail(fmt::format("crd[{}] is {}, and no coordinate of {} x {} is on that diagonal", k, level.crd[k],
                                checking.extent, level.dim));
    if (k > 0 && level.crd[k - 1] >= level.crd[k])
      checking.fail(fmt::format("crd[{}] is {}, after {}", k, level.crd[k], level.crd[k - 1]));
  }
  checking.extent = static_cast<std::int64_t>(level.crd.size()) * level.dim;
  checking.tied.clear();
}

constexpr CText diagonalsInC = {
    "diagonals_level",
    R"(static int64_t diagonals_level(const char* pos_name, const char* crd_name, stardust_level level, size_t pos_size,
                               size_t crd_size, int64_t above) {
  require(level.pos.length == 2 && index_at(level.pos, pos_size, 0) == 0 &&
              index_at(level.pos, pos_size, 1) == level.crd.length,
          pos_name, "it should have 0 and the number of diagonals");
  for (int64_t k = 0; k < level.crd.length; k++) {
    const int64_t offset = index_at(level.crd, crd_size, k);
    require(offset > -above && offset < level.dim, crd_name, "a diagonal is outside of the matrix");
    require(k == 0 || index_at(level.crd, crd_size, k - 1) < offset, crd_name, "the offsets should ascend");
  }
  return level.crd.length * level.dim;
}
)"};

}  // namespace

const Definition& diagonalsLevel() {
  static const Definition row = {
      .format = LevelFormat::Diagonals,
      .letter = 'g',
      .name = "diagonals",
      .meaning = "diagonals",
      .stored = "diagonals",
      .arrays = {Array::Pos, Array::Crd},
      .isCountable = false,
      .pads = true,
      .isPositional = false,
      .listsCoordinates = false,
      .onAccelerator = LevelFormat::Compressed,
      .assembled = LevelFormat::Compressed,
      .requirePlace = [](std::span<const LevelFormat> levels, std::size_t level,
                         const std::string& written) { requireLevelOfMatrix(levels, level, written, ofDiagonal); },
      .pack = packDiagonals,
      .unpack = unpackDiagonals,
      .check = checkDiagonals,
      .positions = [](const LevelView& level,
                      double) { return static_cast<double>(level.crd.size()) * static_cast<double>(level.dim); },
      .leastBytes = [](double, double) { return 2.0 * sizeof(std::int64_t); },
      .cTexts = {indexInC, diagonalsInC},
      .cCheck = "size = diagonals_level(\"{pos}\", \"{crd}\", {level}, {pos_size}, {crd_size}, size);"};
  return row;
}

}  // namespace stardust::levels
