// Conversions that keep every entry: the same as unpacking and packing.
#include "tensor/repack.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tensor/generate.h"

using namespace stardust;

namespace {

Storage stored(const std::vector<std::int64_t>& dims, double density, const Format& format, ValueType type) {
  return pack(generate(Fill::Sparse, dims, density, 7, type), format);
}

std::vector<Format> formatsOf(int order) {
  std::vector<int> modes = denseFormat(order).modeOrder();
  std::vector<Format> formats;
  do
    for (int denseLevels = 0; denseLevels <= order; ++denseLevels) {
      std::vector<LevelFormat> levels(static_cast<std::size_t>(order), compressed);
      std::fill(levels.begin(), levels.begin() + denseLevels, dense);
      formats.emplace_back(levels, modes);
    }
  while (std::next_permutation(modes.begin(), modes.end()));
  return formats;
}

void checkAll(const std::vector<std::int64_t>& dims, double density, ValueType type) {
  const auto formats = formatsOf(static_cast<int>(dims.size()));
  for (const Format& from : formats) {
    const Storage storage = stored(dims, density, from, type);
    for (const Format& to : formats) {
      CAPTURE(toString(from));
      CAPTURE(toString(to));
      const Storage repacked = repack(storage, to);
      validate(repacked);
      CHECK(firstDifference(pack(unpack(storage), to), repacked) == "");
    }
  }
}

}  // namespace

TEST_CASE("repack: every pair of mode orders and dense levels") {
  checkAll({9}, 0.5, ValueType::Int32);
  checkAll({12, 7}, 0.2, ValueType::Float64);
  checkAll({5, 6, 4}, 0.2, ValueType::Float32);
  checkAll({40, 35}, 0.3, ValueType::Int64);
  checkAll({3, 18, 2, 17}, 0.3, ValueType::Int32);
}

TEST_CASE("repack: empty tensors, extents of 1 and of 0, and large ones") {
  checkAll({7, 9}, 0, ValueType::Float64);
  checkAll({1, 9}, 0.5, ValueType::Float64);
  checkAll({0, 3}, 0, ValueType::Float64);
  const Coordinates far{
      {2'000'000'000, 70'000}, {5, 3, 1'999'999'999, 1, 1'999'999'999, 69'999}, ValueArray<double>{1, 2, 3}};
  const Storage rows = pack(far, Format({compressed, compressed}));
  const Format columns({compressed, compressed}, {1, 0});
  CHECK(firstDifference(pack(far, columns), repack(rows, columns)) == "");
}

TEST_CASE("repack: other level formats, and entries that share coordinates") {
  const Format coo({compressedNonUnique, singleton}), bits({dense, bitvector}), runs({dense, runLength});
  const Format csc({dense, compressed}, {1, 0});
  for (const Format& from : {coo, bits, runs}) {
    const Storage storage = stored({20, 30}, 0.1, from, ValueType::Int64);
    CHECK(firstDifference(pack(unpack(storage), csc), repack(storage, csc)) == "");
    CHECK(firstDifference(pack(unpack(storage), coo), repack(storage, coo)) == "");
  }
  const Format rows({dense, compressed, compressed});
  for (const Format& to :
       {Format({compressedNonUnique, compressed, compressed}), Format({compressedNonUnique, singleton, singleton}),
        Format({compressedNonUnique, singleton, compressed}), Format({compressed, compressedNonUnique, singleton}),
        Format({dense, compressedNonUnique, compressed}), Format({dense, compressedNonUnique, singleton}, {2, 0, 1})}) {
    const Storage storage = stored({8, 5, 9}, 0.2, rows, ValueType::Int64);
    CAPTURE(toString(to));
    validate(repack(storage, to));
    CHECK(firstDifference(pack(unpack(storage), to), repack(storage, to)) == "");
    CHECK(firstDifference(storage, repack(repack(storage, to), rows)) == "");
  }
  Storage twice = stored({20, 30}, 0.1, coo, ValueType::Int64);
  twice.levels[0].crd.set(1, twice.levels[0].crd[0]);
  twice.levels[1].crd.set(1, twice.levels[1].crd[0]);
  CHECK(repack(twice, csc).stored() + 1 == twice.stored());
}
