#include "levels/listed.h"

#include <fmt/format.h>

#include <numeric>

#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::levels {

void packListed(const Entries& entries, int level, int end, Packing& packing, Level& built) {
  std::vector<std::int64_t> pos(static_cast<std::size_t>(packing.extent) + 1, 0);
  std::int64_t stored = 0, parentBefore = -1;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::int64_t parent = packing.positions[e];
    bool repeated = parent == parentBefore;
    for (int l = level; repeated && l < end; ++l) repeated = entries.at(l, e) == entries.at(l, e - 1);
    if (!repeated) {
      built.crd.push_back(entries.at(level, e));
      ++pos[static_cast<std::size_t>(parent) + 1];
      ++stored;
    }
    parentBefore = parent;
    packing.positions[e] = stored - 1;
  }
  std::inclusive_scan(pos.begin(), pos.end(), pos.begin());
  built.pos = std::move(pos);
  packing.extent = stored;
}

void requireBelowRows(std::span<const LevelFormat> levels, std::size_t level, const std::string& written,
                      const char* why) {
  if (level == 1 && of(levels[0]).hasLocate) return;
  const Definition& row = of(levels[level]);
  failUser(fmt::format("level {} of format \"{}\" is {} ({})", level, written, row.meaning, row.letter), {}, why,
           fmt::format("put it directly below a dense outermost level, as in d{}, or use s", row.letter));
}

void requireInnermost(std::span<const LevelFormat> levels, std::size_t level, const std::string& written,
                      const char* why) {
  if (level + 1 == levels.size()) return;
  const Definition& row = of(levels[level]);
  failUser(fmt::format("level {} of format \"{}\" is {} ({}) above a level '{}'", level, written, row.meaning,
                       row.letter, of(levels[level + 1]).letter),
           {}, why, fmt::format("make it the innermost level, or use {}", row.isFull ? "d" : "s"));
}

std::int64_t requirePositions(const Entries& entries, int level, std::int64_t fibers, std::int64_t each) {
  if (each > 0 && fibers > maxPositions / each)
    failUnsupported(fmt::format("format \"{}\" would store {} x {} at level {}", entries.format, fibers,
                                counted(each, "position"), level),
                    {}, fmt::format("a level has at most {} positions", maxPositions),
                    "make this level compressed (s)");
  return fibers * each;
}

void unpackListed(const Level& level, const CoordinateArray& crd, Unpacking& unpacking) {
  const std::size_t size = unpacking.positions.size();
  std::int64_t* positions = unpacking.positions.data();
  unpacking.column = crd.visit([&](const auto& coordinates) -> CoordinateArray {
    auto column = std::decay_t<decltype(coordinates)>(size);
    for (std::size_t e = 0; e < size; ++e) column[e] = coordinates[static_cast<std::size_t>(positions[e])];
    return column;
  });
  level.pos.visit([&](const auto& pos) {
    std::size_t parent = 0;  // positions ascend, so one pass over the fibers suffices
    for (std::size_t e = 0; e < size; ++e) {
      while (pos[parent + 1] <= positions[e]) ++parent;
      positions[e] = static_cast<std::int64_t>(parent);
    }
  });
}

void checkPos(const LevelView& level, std::size_t stored, const char* what, const Checking& checking) {
  const auto parents = static_cast<std::size_t>(checking.extent);
  if (level.pos.size() != parents + 1)
    checking.fail(
        fmt::format("pos has {} for {}", counted(level.pos.size(), "entry", "entries"), counted(parents, "parent")));
  if (level.pos[0] != 0) checking.fail(fmt::format("pos[0] is {}, not 0", level.pos[0]));
  for (std::size_t p = 0; p < parents; ++p)
    if (level.pos[p] > level.pos[p + 1])
      checking.fail(fmt::format("pos[{}] is {}, but pos[{}] is {}", p, level.pos[p], p + 1, level.pos[p + 1]));
  if (level.pos[parents] != static_cast<std::int64_t>(stored))
    checking.fail(fmt::format("pos[{}] is {}, but {} {}", parents, level.pos[parents], what,
                              counted(stored, "entry", "entries")));
}

void checkListed(const LevelView& level, bool isUnique, Checking& checking) {
  checkPos(level, level.crd.size(), "crd has", checking);
  const auto parents = static_cast<std::size_t>(checking.extent);
  checking.tied.assign(level.crd.size(), false);
  for (std::size_t parent = 0; parent < parents; ++parent)
    for (auto p = static_cast<std::size_t>(level.pos[parent]) + 1; p < static_cast<std::size_t>(level.pos[parent + 1]);
         ++p) {
      checking.tied[p] = level.crd[p - 1] == level.crd[p];
      if ((checking.tied[p] && isUnique) || level.crd[p - 1] > level.crd[p])
        checking.fail(fmt::format("crd[{}] is {}, after {} in the same fiber", p, level.crd[p], level.crd[p - 1]));
    }
  checking.extent = static_cast<std::int64_t>(level.crd.size());
}

const CText indexInC = {"index_at", R"(/* An element of an array of int32_t or int64_t. */
static int64_t index_at(stardust_array array, size_t element, int64_t n) {
  return element == sizeof(int64_t) ? ((const int64_t*)array.data)[n] : ((const int32_t*)array.data)[n];
}
)"};

const CText posInC = {"check_pos",
                      R"(static int64_t check_pos(const char* name, stardust_array pos, size_t element, int64_t above) {
  require(pos.length == above + 1, name, "it should have one element more than the level above has positions");
  require(index_at(pos, element, 0) == 0, name, "it should begin with 0");
  for (int64_t n = 0; n < above; n++)
    require(index_at(pos, element, n) <= index_at(pos, element, n + 1), name, "its elements should ascend");
  return index_at(pos, element, above);
}
)"};

const CText crdInC = {
    "check_crd",
    R"(static void check_crd(const char* name, stardust_array crd, size_t element, int64_t count, int64_t dim) {
  require(crd.length == count, name, "it should have a coordinate for each position");
  for (int64_t n = 0; n < count; n++) {
    const int64_t c = index_at(crd, element, n);
    require(c >= 0 && c < dim, name, "a coordinate is not below its extent");
  }
}
)"};

const CText listedInC = {"compressed_level",
                         R"(/* pos_size and crd_size: of an element. */
static int64_t compressed_level(const char* pos_name, const char* crd_name, stardust_level level, size_t pos_size,
                                size_t crd_size, int64_t above, bool unique) {
  const int64_t count = check_pos(pos_name, level.pos, pos_size, above);
  check_crd(crd_name, level.crd, crd_size, count, level.dim);
  for (int64_t f = 0; f < above; f++)
    for (int64_t n = index_at(level.pos, pos_size, f) + 1; n < index_at(level.pos, pos_size, f + 1); n++)
      require(index_at(level.crd, crd_size, n - 1) < index_at(level.crd, crd_size, n) + !unique, crd_name,
              "the coordinates of a fiber should ascend");
  return count;
}
)"};

}  // namespace stardust::levels
