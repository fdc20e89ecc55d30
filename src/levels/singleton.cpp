// One coordinate for each position of the level above, the next component of its tuple: `crd`.
#include <fmt/format.h>

#include "levels/listed.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::levels {
namespace {

// A singleton level has one coordinate for each parent, so a level above must allow repeated coordinates.
void requireTuple(std::span<const LevelFormat> levels, std::size_t level, const std::string& written) {
  if (level > 0 && !of(levels[level - 1]).isUnique) return;
  failUser(fmt::format(
               "level {} of format \"{}\" is a singleton (q) {}", level, written,
               level == 0 ? "with no level above it" : fmt::format("below a level '{}'", of(levels[level - 1]).letter)),
           {}, "a singleton level stores one coordinate for each entry of a non-unique level above it",
           "put u or q directly above it (COO is \"uq\", \"uqq\", …), or use s");
}

void packSingleton(const Entries& entries, int level, Packing& packing, Level& built) {
  for (std::size_t e = 0; e < entries.size(); ++e)
    if (e == 0 || packing.positions[e] != packing.positions[e - 1]) built.crd.push_back(entries.at(level, e));
}

void unpackSingleton(const Level& level, Unpacking& unpacking) {
  unpacking.column = level.crd.visit([&](const auto& crd) -> CoordinateArray {
    auto column = std::decay_t<decltype(crd)>(unpacking.positions.size());
    for (std::size_t e = 0; e < column.size(); ++e) column[e] = crd[static_cast<std::size_t>(unpacking.positions[e])];
    return column;
  });
}

void checkSingleton(const LevelView& level, Checking& checking) {
  if (level.crd.size() != static_cast<std::size_t>(checking.extent))
    checking.fail(fmt::format("crd has {} for {}", counted(level.crd.size(), "entry", "entries"),
                              counted(checking.extent, "parent position")));
  checking.check(level.pos.empty(), "a singleton level stores no pos");
  auto& tied = checking.tied;
  for (std::size_t p = 1; p < level.crd.size(); ++p) {
    if (tied[p] && level.crd[p - 1] > level.crd[p])
      checking.fail(
          fmt::format("crd[{}] is {}, after {} under the same coordinates", p, level.crd[p], level.crd[p - 1]));
    tied[p] = tied[p] && level.crd[p - 1] == level.crd[p];
  }
}

}  // namespace

const Definition& singletonLevel() {
  static const Definition row = {.format = LevelFormat::Singleton,
                                 .letter = 'q',
                                 .name = "singleton",
                                 .meaning = "singleton",
                                 .stored = "compressed",
                                 .arrays = {Array::Crd},
                                 .isUnique = false,
                                 .isBranchless = true,
                                 .onAccelerator = LevelFormat::Compressed,
                                 .assembled = LevelFormat::Compressed,
                                 .requirePlace = requireTuple,
                                 .pack = packSingleton,
                                 .unpack = unpackSingleton,
                                 .check = checkSingleton,
                                 .leastBytes = [](double parents, double) { return parents * sizeof(std::int32_t); },
                                 .cTexts = {indexInC, crdInC},
                                 .cCheck = "check_crd(\"{crd}\", {level}.crd, {crd_size}, size, {level}.dim);"};
  return row;
}

}  // namespace stardust::levels
