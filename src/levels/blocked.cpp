// Dense blocks of a matrix, compressed: `pos` has the bounds of each row of blocks, and `crd` the ascending columns of
// blocks. Coordinate (p, c) is in block (p / R, c / C), and its position is (b * R + p % R) * C + c % C for the b-th
// block, as in SciPy's bsr_array. Every coordinate of a block is stored, also without an entry, with value 0. Blocks at
// the edges may leave the matrix; positions outside of it hold no entry. Innermost, and directly below a dense level.
#include <fmt/format.h>

#include <algorithm>

#include "levels/listed.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::levels {
namespace {

constexpr const char* ofBlocks = "a block consists of neighbours in two levels";

void packBlocks(const Entries& entries, int level, Packing& packing, Level& built) {
  const std::int64_t rows = entries.block.rows, columns = entries.block.columns, size = rows * columns;
  const std::int64_t blockRows = (packing.extent + rows - 1) / rows;
  std::vector<std::int64_t> here;  // the columns of blocks in a row of blocks
  built.pos.push_back(0);
  std::size_t e = 0;
  for (std::int64_t row = 0; row < blockRows; ++row) {
    const std::size_t first = e;
    std::size_t end = e;
    here.clear();
    for (; end < entries.size() && packing.positions[end] / rows == row; ++end)
      here.push_back(entries.at(level, end) / columns);
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end()), here.end());
    const auto begin = static_cast<std::int64_t>(built.crd.size());
    for (e = first; e < end; ++e) {
      const std::int64_t column = entries.at(level, e);
      const std::int64_t block = std::lower_bound(here.begin(), here.end(), column / columns) - here.begin();
      packing.positions[e] = (begin + block) * size + packing.positions[e] % rows * columns + column % columns;
    }
    built.crd.append(here.begin(), here.end());
    built.pos.push_back(static_cast<std::int64_t>(built.crd.size()));
  }
  packing.extent = requirePositions(entries, level, static_cast<std::int64_t>(built.crd.size()), size);
}

void unpackBlocks(const Level& level, Unpacking& unpacking) {
  const std::int64_t rows = unpacking.block.rows, columns = unpacking.block.columns;
  Unpacking all;
  for (std::int64_t row = 0; row < unpacking.rows; ++row) {
    const auto blockRow = static_cast<std::size_t>(row / rows);
    for (std::int64_t b = level.pos[blockRow]; b < level.pos[blockRow + 1]; ++b) {
      const std::int64_t first = level.crd[static_cast<std::size_t>(b)] * columns;
      for (std::int64_t c = 0; c < columns && first + c < level.dim; ++c) {
        all.positions.push_back(row);
        all.column.push_back(first + c);
        all.values.push_back((b * rows + row % rows) * columns + c);
      }
    }
  }
  all.rows = unpacking.rows, all.block = unpacking.block;
  unpacking = std::move(all);
}

void checkBlocks(const LevelView& level, Checking& checking) {
  const std::int64_t rows = checking.block.rows, columns = checking.block.columns;
  checking.extent = (checking.extent + rows - 1) / rows;
  LevelView blocks = level;
  blocks.dim = (level.dim + columns - 1) / columns;
  for (std::size_t b = 0; b < level.crd.size(); ++b)
    if (level.crd[b] < 0 || level.crd[b] >= blocks.dim)
      checking.fail(
          fmt::format("crd[{}] is {}, and there are {} of blocks", b, level.crd[b], counted(blocks.dim, "column")));
  checkListed(blocks, true, checking);
  checking.check(checking.extent <= maxPositions / (rows * columns), "more than 2^59 positions");
  checking.extent *= rows * columns;
  checking.tied.clear();
}

constexpr CText blocksInC = {
    "blocked_level",
    R"(static int64_t blocked_level(const char* pos_name, const char* crd_name, stardust_level level, size_t pos_size,
                             size_t crd_size, int64_t above, int64_t rows, int64_t columns) {
  level.dim = (level.dim + columns - 1) / columns;
  return compressed_level(pos_name, crd_name, level, pos_size, crd_size, (above + rows - 1) / rows, true) * rows *
         columns;
}
)"};

}  // namespace

const Definition& blockedLevel() {
  static const Definition row = {
      .format = LevelFormat::Blocked,
      .letter = 'k',
      .name = "blocked",
      .meaning = "blocked",
      .stored = "blocks",
      .arrays = {Array::Pos, Array::Crd},
      .isCountable = false,
      .pads = true,
      .isPositional = false,
      .hasBlocks = true,
      .listsCoordinates = false,
      .onAccelerator = LevelFormat::Compressed,
      .assembled = LevelFormat::Compressed,
      .requirePlace = [](std::span<const LevelFormat> levels, std::size_t level,
                         const std::string& written) { requireLevelOfMatrix(levels, level, written, ofBlocks); },
      .pack = packBlocks,
      .unpack = unpackBlocks,
      .check = checkBlocks,
      .leastBytes = [](double, double) { return 2.0 * sizeof(std::int64_t); },
      .cTexts = {indexInC, posInC, crdInC, listedInC, blocksInC},
      .cCheck =
          "size = blocked_level(\"{pos}\", \"{crd}\", {level}, {pos_size}, {crd_size}, size, {rows}, {columns});"};
  return row;
}

}  // namespace stardust::levels
