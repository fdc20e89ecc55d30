// Every coordinate is implicit: position = parent * dim + coordinate.
#include <fmt/format.h>

#include "levels/definition.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::levels {
namespace {

void packDense(const Entries& entries, int level, Packing& packing, Level& built) {
  if (built.dim > 0 && packing.extent > maxPositions / built.dim)
    failUnsupported(fmt::format("format \"{}\" would store {} x {} at level {}", entries.format, packing.extent,
                                counted(built.dim, "position"), level),
                    {}, fmt::format("a level has at most {} positions", maxPositions),
                    "make this level or one above it compressed (s)");
  for (std::size_t e = 0; e < entries.size(); ++e)
    packing.positions[e] = packing.positions[e] * built.dim + entries.at(level, e);
  packing.extent *= built.dim;
}

// The coordinates of the entries; their positions become those of the level above.
template <class Coordinate>
CoordinateArray unpackDense(const Level& level, std::vector<std::int64_t>& positions) {
  std::vector<Coordinate> column(positions.size());
  std::int64_t parent = 0, end = level.dim;  // positions ascend: a division only where the fiber changes
  for (std::size_t e = 0; e < positions.size(); ++e) {
    const std::int64_t position = positions[e];
    if (position >= end) {
      parent = position / level.dim;
      end = (parent + 1) * level.dim;
    }
    column[e] = static_cast<Coordinate>(position - (end - level.dim));
    positions[e] = parent;
  }
  return column;
}

void checkDense(const LevelView& level, Checking& checking) {
  checking.check(level.pos.empty() && level.crd.empty(), "a dense level stores neither pos nor crd");
  checking.check(level.dim == 0 || checking.extent <= maxPositions / level.dim, "more than 2^59 positions");
  checking.extent *= level.dim;
  checking.tied.clear();
}

constexpr CText denseInC = {"dense_level", R"(/* These return how many positions the level has. */
static int64_t dense_level(const char* name, int64_t above, int64_t dim) {
  require(dim == 0 || above <= (INT64_C(1) << 59) / dim, name, "a dense level would have more than 2^59 positions");
  return above * dim;
}
)"};

}  // namespace

const Definition& denseLevel() {
  static const Definition row = {.format = LevelFormat::Dense,
                                 .letter = 'd',
                                 .name = "dense",
                                 .meaning = "dense",
                                 .stored = "dense",
                                 .arrays = {},
                                 .isFull = true,
                                 .hasLocate = true,
                                 .onAccelerator = LevelFormat::Dense,
                                 .dram = Dram::Counted,
                                 .assembled = LevelFormat::Dense,
                                 .pack = packDense,
                                 .unpack =
                                     [](const Level& level, Unpacking& unpacking) {
                                       unpacking.column = level.dim > mostNarrow
                                                              ? unpackDense<std::int64_t>(level, unpacking.positions)
                                                              : unpackDense<std::int32_t>(level, unpacking.positions);
                                     },
                                 .check = checkDense,
                                 .leastBytes = [](double, double) { return 0.0; },
                                 .cTexts = {denseInC},
                                 .cCheck = "size = dense_level(\"{dims}\", size, {level}.dim);"};
  return row;
}

}  // namespace stardust::levels
