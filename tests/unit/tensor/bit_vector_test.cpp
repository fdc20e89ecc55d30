#include "levels/bit_vector.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "samples.h"
#include "tensor/storage.h"

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;
using Longs = ValueArray<std::int64_t>;

}  // namespace

TEST_CASE("a bit vector has a bit for each coordinate, padded to 512, and positions are ranks after pos") {
  const Storage rows =
      pack({{2, 600}, {0, 0, 0, 31, 0, 32, 1, 599, 1, 5}, Ints{1, 2, 3, 4, 5}}, Format({dense, bitvector}));
  validate(rows);
  const Level& level = rows.levels[1];
  CHECK(level.pos == Longs{0, 3, 5});
  CHECK(level.crd.empty());
  REQUIRE(level.bits.size() == 2 * 32);
  CHECK(level.bits[0] == 0x80000001u);
  CHECK(level.bits[1] == 1u);
  CHECK(level.bits[32] == 1u << 5);
  CHECK(level.bits[32 + 18] == 1u << 23);  // 599 = 18 * 32 + 23
  CHECK(std::get<Ints>(rows.values) == Ints{1, 2, 3, 5, 4});
  CHECK(coordinatesOfBits(level) == Ints{0, 31, 32, 5, 599});
  CHECK(toString(rows.format) == "db");
}

TEST_CASE("the words of a fiber come in vectors of sixteen") {
  CHECK(bitVectorWords(0) == 0);
  CHECK(bitVectorWords(1) == 16);
  CHECK(bitVectorWords(512) == 16);
  CHECK(bitVectorWords(513) == 32);
  CHECK(bitVectorWords(mostNarrow) == 67108864);
  CHECK(bitVectorWords(maxDimension) == std::int64_t{1} << 57);
}

TEST_CASE("bit vectors nest, and a fiber of an empty mode has no words") {
  const Storage nested = pack({{3, 4}, {0, 1, 2, 0, 2, 3}, Ints{1, 2, 3}}, Format({bitvector, bitvector}));
  validate(nested);
  CHECK(nested.levels[0].pos == Longs{0, 2});
  CHECK(nested.levels[0].bits[0] == 5u);
  CHECK(nested.levels[1].pos == Longs{0, 1, 3});
  CHECK(nested.levels[1].bits[16] == 9u);
  const Storage empty = pack({{3, 0}, {}, Ints{}}, Format({dense, bitvector}));
  validate(empty);
  CHECK(empty.levels[1].pos == Longs{0, 0, 0, 0});
  CHECK(empty.levels[1].bits.empty());
  CHECK(unpack(empty).size() == 0);
}

TEST_CASE("law: a bit vector's pos and coordinates are those of the compressed level") {
  const bool holds = rc::check([] {
    const int order = *rc::gen::inRange(1, 5);
    const Coordinates all = samples::coordinates(order);
    const Format format = samples::format(order);
    std::vector<LevelFormat> twin = format.levels();
    for (LevelFormat& level : twin)
      if (level == bitvector) level = compressed;
    const Storage bits = pack(all, format), plain = pack(all, format.with(twin, format.modeOrder()));
    RC_ASSERT(bits.values == plain.values);
    for (std::size_t l = 0; l < bits.levels.size(); ++l) {
      RC_ASSERT(bits.levels[l].pos == plain.levels[l].pos);
      const bool isBits = bits.levels[l].format == bitvector;
      RC_ASSERT((isBits ? coordinatesOfBits(bits.levels[l]) : bits.levels[l].crd) == plain.levels[l].crd);
    }
  });
  CHECK(holds);
}

TEST_CASE("firstDifference sees a bit") {
  const Storage expected = pack({{40}, {3, 33}, Ints{1, 2}}, Format({bitvector}));
  Storage actual = expected;
  actual.levels[0].bits[1] = 4;
  CHECK(firstDifference(expected, actual) == "level 0 (mode 0, b) bits[1] is 4, expected 2");
}
