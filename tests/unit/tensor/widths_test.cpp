// Arrays of 32 and of 64 bits.
#include "format/widths.h"

#include <doctest/doctest.h>

#include "levels/registry.h"
#include "tensor/repack.h"
#include "tensor/view.h"

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;
using Longs = ValueArray<std::int64_t>;

constexpr std::int64_t boundaries[] = {mostNarrow - 1, mostNarrow, mostNarrow + 1, std::int64_t{1} << 32, maxDimension};

/// Entries at the corners of a matrix.
Coordinates corners(std::int64_t height, std::int64_t width) {
  return {{height, width},
          {0, 0, 0, width - 1, height - 2, 1, height - 1, 0, height - 1, width - 1},
          ValueArray<std::int32_t>{1, 2, 3, 4, 5}};
}

const std::vector<Format>& sparseFormats() {
  static const std::vector<Format> formats = {
      Format({compressed, compressed}), Format({compressed, compressed}, {1, 0}),
      Format({compressedNonUnique, singleton}), Format({compressedNonUnique, singleton}, {1, 0})};
  return formats;
}

}  // namespace

TEST_CASE("coordinates have 64 bits from an extent of 2^31 on") {
  for (const std::int64_t rows : boundaries)
    for (const std::int64_t columns : boundaries)
      for (const Format& format : sparseFormats()) {
        CAPTURE(rows);
        CAPTURE(columns);
        CAPTURE(toString(format));
        const Coordinates entries = corners(rows, columns);
        const Storage packed = pack(entries, format);
        validate(packed);
        const bool isWide = rows > mostNarrow || columns > mostNarrow;
        for (const Level& level : packed.levels) {
          CHECK((level.crd.width() == (isWide ? Width::Bits64 : Width::Bits32)));
          CHECK((level.pos.width() == Width::Bits64));
        }
        const Format natural({compressed, compressed});
        const Coordinates back = unpack(convert(packed, natural));
        CHECK(back.values == entries.values);
        for (std::size_t n = 0; n < entries.crd.size(); ++n) CHECK(back.crd[n] == entries.crd[n]);
        for (const Format& other : sparseFormats()) {
          const Storage converted = convert(packed, other);
          validate(converted);
          CHECK(firstDifference(pack(entries, other), converted) == "");
        }
      }
}

TEST_CASE("a format states widths, whatever the extents") {
  for (const Width positions : {Width::AsNeeded, Width::Bits32, Width::Bits64})
    for (const Width coordinates : {Width::AsNeeded, Width::Bits32, Width::Bits64})
      for (const LevelFormat inner : {compressed, bitvector, runLength}) {
        const Format plain({dense, inner}), format = plain.with({positions, coordinates});
        const Coordinates entries = corners(5, 40);
        const Storage packed = pack(entries, format);
        validate(packed);
        CHECK((packed.levels[1].pos.width() == (positions == Width::Bits32 ? Width::Bits32 : Width::Bits64)));
        if (levels::of(inner).stores(levels::Array::Crd))
          CHECK((packed.levels[1].crd.width() == (coordinates == Width::Bits64 ? Width::Bits64 : Width::Bits32)));
        const Coordinates usual = unpack(pack(entries, plain));
        CHECK(unpack(packed).crd == std::vector<std::int64_t>(usual.crd.begin(), usual.crd.end()));
        // By conversions in both directions, with other levels and with the same ones.
        for (const Format& other : {plain, Format({compressed, compressed}), Format({dense, inner}, {1, 0})}) {
          if (inner == runLength && !other.isFull()) continue;
          const Storage there = convert(packed, other);
          validate(there);
          CHECK(firstDifference(pack(entries, other), there) == "");
          CHECK(firstDifference(packed, convert(there, format)) == "");
          CHECK(firstDifference(packed, repack(there, format)) == "");
        }
        const Storage copy = copyOf(viewOf(packed));
        CHECK(firstDifference(packed, copy) == "");
      }
}

TEST_CASE("only levels that are not dense make coordinates wide") {
  const Format csr({dense, compressed});
  CHECK((widthsOf(csr, {std::int64_t{1} << 40, 7}) == Widths{Width::Bits64, Width::Bits32}));
  CHECK((widthsOf(csr, {7, std::int64_t{1} << 40}) == Widths{Width::Bits64, Width::Bits64}));
  CHECK((widthsOf(csr, {}) == Widths{Width::Bits64, Width::Bits32}));
  const Format stated = csr.with({Width::Bits32, Width::Bits64});
  CHECK((widthsOf(stated, {7, 7}) == Widths{Width::Bits32, Width::Bits64}));
}

TEST_CASE("a narrow array becomes wide with the first element that needs it") {
  CoordinateArray array = {1, 2};
  CHECK(array == Ints{1, 2});
  array.push_back(mostNarrow);
  CHECK((array.width() == Width::Bits32));
  array.push_back(mostNarrow + 1);
  CHECK(array == Longs{1, 2, mostNarrow, mostNarrow + 1});
  array.set(0, -5);
  CHECK(array[0] == -5);
  CoordinateArray other = {3};
  other.set(0, std::int64_t{1} << 62);
  CHECK(other == Longs{std::int64_t{1} << 62});
  CHECK((PositionArray{0, 1}.width() == Width::Bits64));
}
