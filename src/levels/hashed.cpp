// A compressed level with a hash table for each fiber, so that a coordinate is found in constant time and a walk is
// still in order: `pos` and `crd` as in a compressed level, and the slots of the tables in `bits`. The table of a fiber
// with n coordinates has 2 n slots, from slot 2 * pos on. A slot is 0 if it is free, or one more than the index of a
// coordinate in its fiber. Coordinate c is in the first slot from slotOf(c) on, cyclically, that holds it.
#include "levels/hashed.h"

#include <fmt/format.h>

#include "levels/listed.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust {

std::int64_t slotOf(std::int64_t coordinate, std::int64_t slots) {
  const auto low = static_cast<std::uint32_t>(coordinate), high = static_cast<std::uint32_t>(coordinate >> 32);
  const std::uint32_t mixed = (low + high * hashOfHigh) * hashMultiplier;
  return static_cast<std::int64_t>((mixed * static_cast<std::uint64_t>(slots)) >> 32);
}

namespace levels {
namespace {

constexpr std::int64_t mostInFiber = std::int64_t{1} << 30;  // 2 n slots are numbers of 31 bits

void fill(Level& level) {
  level.bits.assign(2 * level.crd.size(), 0);
  for (std::size_t parent = 0; parent + 1 < level.pos.size(); ++parent) {
    const std::int64_t begin = level.pos[parent], slots = 2 * (level.pos[parent + 1] - begin);
    for (std::int64_t n = 0; 2 * n < slots; ++n) {
      std::int64_t slot = slotOf(level.crd[static_cast<std::size_t>(begin + n)], slots);
      while (level.bits[static_cast<std::size_t>(2 * begin + slot)] != 0) slot = slot + 1 == slots ? 0 : slot + 1;
      level.bits[static_cast<std::size_t>(2 * begin + slot)] = static_cast<std::uint32_t>(n + 1);
    }
  }
}

void packHashed(const Entries& entries, int level, Packing& packing, Level& built) {
  packListed(entries, level, level + 1, packing, built);
  for (std::size_t parent = 0; parent + 1 < built.pos.size(); ++parent)
    if (built.pos[parent + 1] - built.pos[parent] > mostInFiber)
      failUnsupported(fmt::format("a fiber of level {} in format \"{}\" has {}", level, entries.format,
                                  counted(built.pos[parent + 1] - built.pos[parent], "coordinate")),
                      {}, fmt::format("a hash table has at most {} coordinates", mostInFiber),
                      "make this level compressed (s)");
  fill(built);
}

// Every coordinate is found, so that each fiber has its coordinates in the table, each once.
void checkHashed(const LevelView& level, Checking& checking) {
  checkListed(level, true, checking);
  if (level.bits.size() != 2 * level.crd.size())
    checking.fail(fmt::format("bits has {} for {}, and not two for each", counted(level.bits.size(), "slot"),
                              counted(level.crd.size(), "coordinate")));
  std::size_t taken = 0;
  for (const std::uint32_t slot : level.bits) taken += slot != 0;
  for (std::size_t parent = 0; parent + 1 < level.pos.size(); ++parent) {
    const std::int64_t begin = level.pos[parent], length = level.pos[parent + 1] - begin, slots = 2 * length;
    if (length > mostInFiber) checking.fail(fmt::format("fiber {} has {} coordinates", parent, length));
    for (std::int64_t n = 0; n < length; ++n) {
      const std::int64_t coordinate = level.crd[static_cast<std::size_t>(begin + n)];
      std::int64_t slot = slotOf(coordinate, slots), tried = 0;
      const auto at = [&] { return level.bits[static_cast<std::size_t>(2 * begin + slot)]; };
      while (tried++ < slots && at() != 0 && at() != static_cast<std::uint32_t>(n + 1))
        slot = slot + 1 == slots ? 0 : slot + 1;
      if (at() != static_cast<std::uint32_t>(n + 1))
        checking.fail(fmt::format("the table of fiber {} does not hold coordinate {}", parent, coordinate));
    }
  }
  if (taken != level.crd.size())
    checking.fail(fmt::format("the tables have {} for {}", counted(taken, "taken slot"),
                              counted(level.crd.size(), "coordinate")));
}

// The constants are those of levels/hashed.h.
constexpr CText hashedInC = {
    "hashed_level",
    R"(static int64_t hashed_level(const char* pos_name, const char* crd_name, const char* bits_name, stardust_level level,
                            size_t pos_size, size_t crd_size, int64_t above) {
  const int64_t count = compressed_level(pos_name, crd_name, level, pos_size, crd_size, above, true);
  const uint32_t* table = level.bits.data;
  int64_t taken = 0;
  require(level.bits.length == 2 * count, bits_name, "it should have two slots for each coordinate");
  for (int64_t n = 0; n < level.bits.length; n++) taken += table[n] != 0;
  require(taken == count, bits_name, "it should have a slot for each coordinate");
  for (int64_t f = 0; f < above; f++) {
    const int64_t begin = index_at(level.pos, pos_size, f), slots = 2 * (index_at(level.pos, pos_size, f + 1) - begin);
    for (int64_t n = 0; 2 * n < slots; n++) {
      const int64_t c = index_at(level.crd, crd_size, begin + n);
      const uint32_t mixed = ((uint32_t)c + (uint32_t)(c >> 32) * 2654435769u) * 2246822519u;
      int64_t slot = (int64_t)((mixed * (uint64_t)slots) >> 32), tried = 0;
      while (tried++ < slots && table[2 * begin + slot] != 0 && table[2 * begin + slot] != n + 1)
        slot = slot + 1 == slots ? 0 : slot + 1;
      require(table[2 * begin + slot] == n + 1, bits_name, "a table should hold each coordinate of its fiber");
    }
  }
  return count;
}
)"};

}  // namespace

const Definition& hashedLevel() {
  static const Definition row = {
      .format = LevelFormat::Hashed,
      .letter = 'h',
      .name = "hashed",
      .meaning = "hashed",
      .stored = "hashed",
      .arrays = {Array::Pos, Array::Crd, Array::Bits},
      .hasLookup = true,
      .onAccelerator = LevelFormat::Compressed,
      .assembled = LevelFormat::Compressed,
      .pack = packHashed,
      .unpack = [](const Level& level, Unpacking& unpacking) { unpackListed(level, level.crd, unpacking); },
      .check = checkHashed,
      .leastBytes = leastBytesListed,
      .cTexts = {indexInC, posInC, crdInC, listedInC, hashedInC},
      .cCheck = "size = hashed_level(\"{pos}\", \"{crd}\", \"{bits}\", {level}, {pos_size}, {crd_size}, size);"};
  return row;
}

}  // namespace levels
}  // namespace stardust
