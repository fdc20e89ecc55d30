// Every fiber has the same number of coordinates, as the rows of ELLPACK do: `pos` has two elements, 0 and that number,
// and `crd` the ascending coordinates of each fiber. Fibers with fewer entries also store other coordinates, with value
// 0: those after the last entry, and where there are none left, those before it.
#include <fmt/format.h>

#include <algorithm>

#include "levels/listed.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::levels {
namespace {

// Distinct ascending coordinates, extended to `length` of them.
void extend(std::vector<std::int64_t>& coordinates, std::size_t length, std::int64_t dim) {
  std::int64_t next = coordinates.empty() ? 0 : coordinates.back() + 1;
  for (; coordinates.size() < length && next < dim; ++next) coordinates.push_back(next);
  for (std::size_t at = coordinates.size(); coordinates.size() < length;) {
    const std::int64_t before = at == 0 ? -1 : coordinates[at - 1];
    const std::int64_t wanted = (at == coordinates.size() ? dim : coordinates[at]) - 1;
    if (before < wanted) coordinates.insert(coordinates.begin() + static_cast<std::ptrdiff_t>(at), wanted);
    else --at;
  }
}

void packFixed(const Entries& entries, int level, Packing& packing, Level& built) {
  std::int64_t length = 0, here = 0;
  const auto isNew = [&](std::size_t e) {
    return e == 0 || packing.positions[e] != packing.positions[e - 1] ||
           entries.at(level, e) != entries.at(level, e - 1);
  };
  for (std::size_t e = 0; e < entries.size(); ++e) {
    if (e == 0 || packing.positions[e] != packing.positions[e - 1]) here = 0;
    if (isNew(e)) length = std::max(length, ++here);
  }
  const std::int64_t extent = requirePositions(entries, level, packing.extent, length);
  built.crd.reserve(static_cast<std::size_t>(extent));
  std::vector<std::int64_t> coordinates;
  std::size_t e = 0;
  for (std::int64_t parent = 0; parent < packing.extent; ++parent) {
    const std::size_t first = e;
    std::size_t end = first;
    coordinates.clear();
    for (; end < entries.size() && packing.positions[end] == parent; ++end)
      if (coordinates.empty() || coordinates.back() != entries.at(level, end))
        coordinates.push_back(entries.at(level, end));
    extend(coordinates, static_cast<std::size_t>(length), built.dim);
    std::size_t at = 0;
    for (; e < end; ++e) {
      while (coordinates[at] != entries.at(level, e)) ++at;
      packing.positions[e] = parent * length + static_cast<std::int64_t>(at);
    }
    built.crd.append(coordinates.begin(), coordinates.end());
  }
  built.pos = {0, length};
  packing.extent = extent;
}

void unpackFixed(const Level& level, Unpacking& unpacking) {
  const std::size_t size = unpacking.positions.size();
  const std::int64_t length = level.pos[1];
  unpacking.column = level.crd.visit([&](const auto& crd) -> CoordinateArray {
    auto column = std::decay_t<decltype(crd)>(size);
    for (std::size_t e = 0; e < size; ++e) column[e] = crd[static_cast<std::size_t>(unpacking.positions[e])];
    return column;
  });
  for (std::int64_t& position : unpacking.positions) position /= length;
}

void checkFixed(const LevelView& level, Checking& checking) {
  if (level.pos.size() != 2) checking.fail(fmt::format("pos has {}, not 2", counted(level.pos.size(), "element")));
  const std::int64_t length = level.pos[1];
  if (level.pos[0] != 0 || length < 0 || length > level.dim)
    checking.fail(
        fmt::format("pos is {} and {}, not 0 and a number of coordinates up to {}", level.pos[0], length, level.dim));
  checking.check(length == 0 || checking.extent <= maxPositions / length, "more than 2^59 positions");
  const std::int64_t extent = checking.extent * length;
  if (level.crd.size() != static_cast<std::size_t>(extent))
    checking.fail(fmt::format("crd has {} for {} of {}", counted(level.crd.size(), "entry", "entries"),
                              counted(checking.extent, "fiber"), length));
  for (std::size_t p = 1; p < level.crd.size(); ++p)
    if (p % static_cast<std::size_t>(length) != 0 && level.crd[p - 1] >= level.crd[p])
      checking.fail(fmt::format("crd[{}] is {}, after {} in the same fiber", p, level.crd[p], level.crd[p - 1]));
  checking.extent = extent;
  checking.tied.clear();
}

constexpr CText fixedInC = {
    "fixed_length_level",
    R"(static int64_t fixed_length_level(const char* pos_name, const char* crd_name, stardust_level level, size_t pos_size,
                                  size_t crd_size, int64_t above) {
  require(level.pos.length == 2 && index_at(level.pos, pos_size, 0) == 0, pos_name,
          "it should have 0 and the number of coordinates of a fiber");
  const int64_t length = index_at(level.pos, pos_size, 1);
  require(length >= 0 && length <= level.dim && (length == 0 || above <= (INT64_C(1) << 59) / length), pos_name,
          "a fiber has more coordinates than its extent");
  check_crd(crd_name, level.crd, crd_size, above * length, level.dim);
  for (int64_t n = 1; n < above * length; n++)
    require(n % length == 0 || index_at(level.crd, crd_size, n - 1) < index_at(level.crd, crd_size, n), crd_name,
            "the coordinates of a fiber should ascend");
  return above * length;
}
)"};

}  // namespace

const Definition& fixedLengthLevel() {
  static const Definition row = {
      .format = LevelFormat::FixedLength,
      .letter = 'e',
      .name = "fixedLength",
      .meaning = "fixed-length",
      .stored = "fixed-length",
      .arrays = {Array::Pos, Array::Crd},
      .isCountable = false,
      .pads = true,
      .onAccelerator = LevelFormat::Compressed,
      .assembled = LevelFormat::Compressed,
      .pack = packFixed,
      .unpack = unpackFixed,
      .check = checkFixed,
      .positions = [](const LevelView& level,
                      double above) { return level.pos.size() < 2 ? 0 : above * static_cast<double>(level.pos[1]); },
      .leastBytes = [](double, double) { return 2.0 * sizeof(std::int64_t); },
      .cTexts = {indexInC, crdInC, fixedInC},
      .cCheck = "size = fixed_length_level(\"{pos}\", \"{crd}\", {level}, {pos_size}, {crd_size}, size);"};
  return row;
}

}  // namespace stardust::levels
