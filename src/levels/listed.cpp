#include "levels/listed.h"

#include <fmt/format.h>

#include <numeric>

#include "support/plural.h"

namespace stardust::levels {

void packListed(const Entries& entries, int level, int end, Packing& packing, Level& built) {
  built.pos.assign(static_cast<std::size_t>(packing.extent) + 1, 0);
  std::int64_t stored = 0, parentBefore = -1;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::int64_t parent = packing.positions[e];
    bool repeated = parent == parentBefore;
    for (int l = level; repeated && l < end; ++l) repeated = entries.at(l, e) == entries.at(l, e - 1);
    if (!repeated) {
      built.crd.push_back(entries.at(level, e));
      ++built.pos[static_cast<std::size_t>(parent) + 1];
      ++stored;
    }
    parentBefore = parent;
    packing.positions[e] = stored - 1;
  }
  std::inclusive_scan(built.pos.begin(), built.pos.end(), built.pos.begin());
  packing.extent = stored;
}

void unpackListed(const Level& level, const std::vector<std::int32_t>& crd, Unpacking& unpacking) {
  const std::int64_t* pos = level.pos.data();
  std::int64_t* positions = unpacking.positions.data();
  std::int64_t parent = 0;  // positions ascend, so one pass over the fibers suffices
  for (std::size_t e = 0; e < unpacking.positions.size(); ++e) {
    const std::int64_t position = positions[e];
    while (pos[parent + 1] <= position) ++parent;
    positions[e] = parent;
    unpacking.column[e] = crd[static_cast<std::size_t>(position)];
  }
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

const CText posInC = {"check_pos",
                      R"(static int64_t check_pos(const char* name, stardust_array pos, int64_t above) {
  const int64_t* p = pos.data;
  require(pos.length == above + 1, name, "it should have one element more than the level above has positions");
  require(p[0] == 0, name, "it should begin with 0");
  for (int64_t n = 0; n < above; n++) require(p[n] <= p[n + 1], name, "its elements should ascend");
  return p[above];
}
)"};

const CText crdInC = {"check_crd",
                      R"(static void check_crd(const char* name, stardust_array crd, int64_t count, int64_t dim) {
  const int32_t* c = crd.data;
  require(crd.length == count, name, "it should have a coordinate for each position");
  for (int64_t n = 0; n < count; n++) require(c[n] >= 0 && c[n] < dim, name, "a coordinate is not below its extent");
}
)"};

const CText listedInC = {
    "compressed_level",
    R"(static int64_t compressed_level(const char* pos_name, const char* crd_name, stardust_level level, int64_t above,
                                bool unique) {
  const int64_t count = check_pos(pos_name, level.pos, above), *p = level.pos.data;
  const int32_t* c = level.crd.data;
  check_crd(crd_name, level.crd, count, level.dim);
  for (int64_t f = 0; f < above; f++)
    for (int64_t n = p[f] + 1; n < p[f + 1]; n++)
      require(c[n - 1] < c[n] + !unique, crd_name, "the coordinates of a fiber should ascend");
  return count;
}
)"};

}  // namespace stardust::levels
