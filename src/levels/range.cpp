// The coordinates of a fiber are neighbours: `pos` as in a compressed level, and in `crd` the first coordinate of each
// fiber. Coordinates between the first and the last entry of a fiber are stored, too, with value 0.
#include <fmt/format.h>

#include "levels/listed.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::levels {
namespace {

void packRange(const Entries& entries, int level, Packing& packing, Level& built) {
  built.pos.push_back(0);
  std::int64_t begin = 0;
  std::size_t e = 0;
  for (std::int64_t parent = 0; parent < packing.extent; ++parent) {
    std::int64_t first = 0, length = 0;
    const std::size_t firstEntry = e;
    for (; e < entries.size() && packing.positions[e] == parent; ++e) {
      if (e == firstEntry) first = entries.at(level, e);
      length = entries.at(level, e) - first + 1;
      packing.positions[e] = begin + length - 1;
    }
    if (length > maxPositions - begin) requirePositions(entries, level, parent + 1, length);
    begin += length;
    built.pos.push_back(begin);
    built.crd.push_back(first);
  }
  packing.extent = begin;
}

void unpackRange(const Level& level, Unpacking& unpacking) {
  const std::size_t size = unpacking.positions.size();
  CoordinateArray column(level.dim > mostNarrow ? Width::Bits64 : Width::Bits32);
  column.resize(size);
  std::size_t parent = 0;  // positions ascend
  for (std::size_t e = 0; e < size; ++e) {
    const std::int64_t position = unpacking.positions[e];
    while (level.pos[parent + 1] <= position) ++parent;
    column.set(e, level.crd[parent] + position - level.pos[parent]);
    unpacking.positions[e] = static_cast<std::int64_t>(parent);
  }
  unpacking.column = std::move(column);
}

void checkRange(const LevelView& level, Checking& checking) {
  const auto parents = static_cast<std::size_t>(checking.extent);
  const std::int64_t stored = level.pos.empty() ? 0 : level.pos.back();
  checkPos(level, static_cast<std::size_t>(stored), "the ranges have", checking);
  if (level.crd.size() != parents)
    checking.fail(
        fmt::format("crd has {} for {}", counted(level.crd.size(), "first coordinate"), counted(parents, "fiber")));
  for (std::size_t p = 0; p < parents; ++p) {
    const std::int64_t first = level.crd[p], length = level.pos[p + 1] - level.pos[p];
    if (first < 0 || first > level.dim || length > level.dim - first)
      checking.fail(fmt::format("fiber {} has {} from coordinate {}, outside the dimension {}", p,
                                counted(length, "coordinate"), first, level.dim));
  }
  checking.extent = stored;
  checking.tied.clear();
}

constexpr CText rangeInC = {
    "range_level",
    R"(static int64_t range_level(const char* pos_name, const char* crd_name, stardust_level level, size_t pos_size,
                           size_t crd_size, int64_t above) {
  const int64_t count = check_pos(pos_name, level.pos, pos_size, above);
  require(level.crd.length == above, crd_name, "it should have the first coordinate of each fiber");
  for (int64_t f = 0; f < above; f++) {
    const int64_t first = index_at(level.crd, crd_size, f),
                  length = index_at(level.pos, pos_size, f + 1) - index_at(level.pos, pos_size, f);
    require(first >= 0 && first <= level.dim && length <= level.dim - first, crd_name,
            "a coordinate is not below its extent");
  }
  return count;
}
)"};

}  // namespace

const Definition& rangeLevel() {
  static const Definition row = {
      .format = LevelFormat::Range,
      .letter = 'a',
      .name = "range",
      .meaning = "range",
      .stored = "a range",
      .arrays = {Array::Pos, Array::Crd},
      .hasLookup = true,
      .isCountable = false,
      .pads = true,
      .listsCoordinates = false,
      .onAccelerator = LevelFormat::Compressed,
      .assembled = LevelFormat::Compressed,
      .pack = packRange,
      .unpack = unpackRange,
      .check = checkRange,
      .leastBytes = leastBytesWithCoordinate,
      .cTexts = {indexInC, posInC, rangeInC},
      .cCheck = "size = range_level(\"{pos}\", \"{crd}\", {level}, {pos_size}, {crd_size}, size);"};
  return row;
}

}  // namespace stardust::levels
