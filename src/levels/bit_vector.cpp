// One bit for each coordinate of a fiber: `pos` as in a compressed level, and `bits` in place of `crd`. Each parent has
// bitVectorWords(dim) words. Bit b of word w represents coordinate 32*w+b. The position of a stored coordinate is pos
// of the parent plus the rank of its bit.
#include "levels/bit_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "levels/listed.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust {

CoordinateArray coordinatesOfBits(const Level& level) {
  CoordinateArray crd(level.dim > mostNarrow ? Width::Bits64 : Width::Bits32);
  crd.reserve(static_cast<std::size_t>(level.pos.back()));
  const auto words = static_cast<std::size_t>(bitVectorWords(level.dim));
  for (std::size_t n = 0; n < level.bits.size(); ++n)
    for (std::uint32_t rest = level.bits[n]; rest != 0; rest &= rest - 1)
      crd.push_back(static_cast<std::int64_t>(n % words * 32) + std::countr_zero(rest));
  return crd;
}

namespace levels {
namespace {

// Packs a compressed level, then converts its coordinates to bits.
void packBits(const Entries& entries, int level, Packing& packing, Level& built) {
  const std::int64_t fibers = packing.extent, words = bitVectorWords(built.dim);
  if (words > 0 && fibers > maxPositions / words)
    failUnsupported(fmt::format("format \"{}\" would store {} of {} at level {}", entries.format,
                                counted(fibers, "bit vector"), counted(words, "word"), level),
                    {}, fmt::format("a level has at most {} words", maxPositions), "make this level compressed (s)");
  packListed(entries, level, level + 1, packing, built);
  built.bits.assign(static_cast<std::size_t>(fibers * words), 0);
  for (std::size_t parent = 0; parent + 1 < built.pos.size(); ++parent)
    for (auto p = static_cast<std::size_t>(built.pos[parent]); p < static_cast<std::size_t>(built.pos[parent + 1]);
         ++p) {
      const auto c = static_cast<std::size_t>(built.crd[p]);
      built.bits[parent * static_cast<std::size_t>(words) + c / 32] |= std::uint32_t{1} << (c % 32);
    }
  built.crd = {};
}

void checkBits(const LevelView& level, Checking& checking) {
  checking.check(level.crd.empty(), "a bit vector stores no crd");
  const auto words = static_cast<std::size_t>(bitVectorWords(level.dim));
  const auto parents = static_cast<std::size_t>(checking.extent);
  if (level.bits.size() != parents * words)
    checking.fail(
        fmt::format("bits has {} for {} of {}", counted(level.bits.size(), "word"), counted(parents, "parent"), words));
  std::vector<std::int64_t> set(parents, 0);
  for (std::size_t n = 0; n < level.bits.size(); ++n) {
    set[n / words] += std::popcount(level.bits[n]);
    const auto first = static_cast<std::int64_t>(n % words) * 32;
    const std::int64_t legal = std::clamp<std::int64_t>(level.dim - first, 0, 32);
    if (legal < 32 && level.bits[n] >> legal != 0)
      checking.fail(fmt::format("word {} sets a bit beyond the dimension {}", n, level.dim));
  }
  checkPos(level, static_cast<std::size_t>(std::accumulate(set.begin(), set.end(), std::int64_t{0})),
           "the bit vectors have", checking);
  for (std::size_t parent = 0; parent < parents; ++parent)
    if (level.pos[parent + 1] - level.pos[parent] != set[parent])
      checking.fail(fmt::format("fiber {} has {} set, but pos counts {}", parent, counted(set[parent], "bit"),
                                level.pos[parent + 1] - level.pos[parent]));
  checking.extent = level.pos[parents];
  checking.tied.assign(static_cast<std::size_t>(checking.extent), false);
}

constexpr CText bitsInC = {
    "bit_level",
    R"(static int64_t bit_level(const char* pos_name, const char* bits_name, stardust_level level, size_t pos_size,
                         int64_t above) {
  const int64_t count = check_pos(pos_name, level.pos, pos_size, above),
                words = (level.dim + 511) / 512 * 16;
  const uint32_t* b = level.bits.data;
  require(level.bits.length == above * words, bits_name, "it should have a multiple of 16 words for each fiber");
  for (int64_t f = 0; f < above; f++) {
    int64_t set = 0;
    for (int64_t c = 0; c < 32 * words; c++) {
      const int bit = b[f * words + c / 32] >> c % 32 & 1;
      require(!bit || c < level.dim, bits_name, "a coordinate is not below its extent");
      set += bit;
    }
    require(set == index_at(level.pos, pos_size, f + 1) - index_at(level.pos, pos_size, f), bits_name, "a fiber should have a bit for each position");
  }
  return count;
}
)"};

}  // namespace

const Definition& bitVectorLevel() {
  static const Definition row = {
      .format = LevelFormat::BitVector,
      .letter = 'b',
      .name = "bitVector",
      .meaning = "bit vector",
      .stored = "a bit vector",
      .arrays = {Array::Pos, Array::Bits},
      .isCountable = false,
      .paddedTo = bitsOfVector,
      .onAccelerator = LevelFormat::Compressed,
      .assembled = LevelFormat::Compressed,
      .pack = packBits,
      .unpack = [](const Level& level,
                   Unpacking& unpacking) { unpackListed(level, coordinatesOfBits(level), unpacking); },
      .check = checkBits,
      .leastBytes = [](double parents,
                       double dim) { return leastBytesListed(parents, dim) + parents * std::ceil(dim / 32) * 4; },
      .cTexts = {indexInC, posInC, bitsInC},
      .cCheck = "size = bit_level(\"{pos}\", \"{bits}\", {level}, {pos_size}, size);"};
  return row;
}

}  // namespace levels
}  // namespace stardust
